/**
 * The name of the method by which Node, Deno and Bun print an object in `console.log`.
 * https://nodejs.org/api/util.html#utilinspectcustom
 */
export const INSPECT: unique symbol = Symbol.for('nodejs.util.inspect.custom') as never;
