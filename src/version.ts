export const NAME = 'Refrain';
/** The same as in package.json; a test holds one against the other. */
export const VERSION = '0.2.0';

/** Set by the bundler; what is not bundled is an ordinary build. */
declare const TUNING: boolean;
declare const VALIDATION: boolean;
/** Whether the parameters of the search are UCI options: `npm run build:tune`. */
export const IS_TUNING_BUILD = typeof TUNING !== 'undefined' && TUNING;
/** Whether the search asks itself now and then whether all is as it must be: `npm run build:debug`. */
export const IS_DEBUG_BUILD = typeof VALIDATION !== 'undefined' && VALIDATION;
