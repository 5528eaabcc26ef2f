export const NAME = 'Refrain';
/** The same as in package.json; a test holds one against the other. */
export const VERSION = '0.1.0';

/** Set by the bundler; what is not bundled is no build for tuning. */
declare const TUNING: boolean;
/** Whether the parameters of the search are UCI options: `npm run build:tune`. */
export const IS_TUNING_BUILD = typeof TUNING !== 'undefined' && TUNING;
