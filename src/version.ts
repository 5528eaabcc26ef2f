/** The name and version of this program, and what kind of build it is. */

export const NAME = 'Refrain';
/** Must equal the version in package.json, which a test checks. */
export const VERSION = '0.3.0';

/** Defined by the bundler; undefined in sources that are run without bundling. */
declare const TUNING: boolean;
declare const VALIDATION: boolean;
/** Whether search parameters are UCI options: `npm run build:tune`. */
export const IS_TUNING_BUILD = typeof TUNING !== 'undefined' && TUNING;
/** Whether the search checks its invariants: `npm run build:debug`. */
export const IS_DEBUG_BUILD = typeof VALIDATION !== 'undefined' && VALIDATION;
