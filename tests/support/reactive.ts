/**
 * A proxy whose objects and arrays are proxies too, as those in which Vue, Alpine and Valtio keep what programs
 * give them as state.
 */
export const reactive = <T extends object>(target: T): T =>
  new Proxy(target, {
    get(object, key, receiver) {
      const value: unknown = Reflect.get(object, key, receiver);
      const isWrapped = /^\[object (Object|Array)\]$/.test(Object.prototype.toString.call(value));
      return isWrapped ? reactive(value as object) : value;
    },
  });
