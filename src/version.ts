export const NAME = 'Refrain';
/** The same as in package.json; a test holds one against the other. */
export const VERSION = '0.1.0';
