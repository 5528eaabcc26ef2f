/**
 * A plugin for the browser bundle that gives the functions of the search twins that can be suspended
 * and resumed (see `search/slices.ts`).
 *
 * `Tree.negamax` and all methods that call it, up to `Search.run`, are copied as generators with
 * `InSlices` added to their names; calls among them become `yield*`. The search has a single source,
 * which Node runs unchanged.
 */
import type { Plugin } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';

const SUFFIX = 'InSlices';

/** The properties of a syntax tree that are used here. */
interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Visits a node and all its descendants; `isNested`: inside a nested function. */
function walk(node: Node, visit: (node: Node, isNested: boolean) => void, isNested = false): void {
  visit(node, isNested);
  const isFunction = node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression';
  for (const value of Object.values(node).flat()) {
    if (isNode(value)) walk(value, visit, isNested || isFunction);
  }
}

/** The methods of the classes in a module, by name. */
function methodsOf(program: Node): Map<string, Node> {
  const methods = new Map<string, Node>();
  walk(program, (node) => {
    if (node.type !== 'MethodDefinition' || node.kind !== 'method') return;
    methods.set((node.key as Node).name as string, node);
  });
  return methods;
}

interface Call {
  name: string;
  node: Node;
  property: Node;
  isNested: boolean;
}

/** The calls of `something.name(…)` in a piece of code whose names are wanted. */
function callsIn(code: Node, isWanted: (name: string) => boolean): Call[] {
  const calls: Call[] = [];
  walk(code, (node, isNested) => {
    const callee = node.callee as Node | undefined;
    if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression') return;
    const property = callee.property as Node;
    const name = property.name as string;
    if (isWanted(name)) calls.push({ name, node, property, isNested });
  });
  return calls;
}

/** Those in a method. */
const callsOf = (method: Node, isWanted: (name: string) => boolean): Call[] =>
  callsIn((method.value as Node).body as Node, isWanted);

/** The source of a method as a generator that delegates these calls. */
function writeTwin(code: string, name: string, method: Node, calls: readonly Call[]): string {
  const { params, body } = method.value as Node & { params: Node[]; body: Node };
  const inserts = calls.flatMap(({ node, property }) => [
    { at: node.start, text: '(yield* ' },
    { at: property.end, text: SUFFIX },
    { at: node.end, text: ')' },
  ]);
  let text = '';
  let from = body.start + 1;
  for (const { at, text: inserted } of inserts.sort((a, b) => a.at - b.at)) {
    text += code.slice(from, at) + inserted;
    from = at;
  }
  text += code.slice(from, body.end);
  const parameters = params.map((param) => code.slice(param.start, param.end)).join(', ');
  const names = params.map((param) => param.name).join(', ');
  // Far from the root the ordinary function is faster.
  const start =
    name === 'negamax'
      ? `if (depth < SLICED_DEPTH) return this.negamax(${names});
         if (performance.now() >= slice.end) yield;`
      : '';
  return `*${name}${SUFFIX}(${parameters}) {${start}${text}\n`;
}

/**
 * Adds twins to the source of a module. `sliced` contains the names of functions with twins in
 * modules below; the names of new twins are added. Throws an Error if a function cannot have one.
 */
export function addSlicedTwins(code: string, sliced: Set<string>): string {
  const program = parseAst(code, { lang: 'ts' }) as unknown as Node;
  const methods = methodsOf(program);
  for (let size = -1; size !== sliced.size; ) {
    size = sliced.size;
    for (const [name, method] of methods) {
      if (callsOf(method, (called) => sliced.has(called)).length > 0) sliced.add(name);
    }
  }
  const isSliced = (called: string) => sliced.has(called);
  const found = [...methods.values()].flatMap((method) => callsOf(method, isSliced));
  const starts = new Set(found.map(({ node }) => node.start));
  const outside = callsIn(program, isSliced).find(({ node }) => !starts.has(node.start));
  if (outside !== undefined) {
    const call = code.slice(outside.node.start, outside.node.end);
    throw new Error(`${call} is outside a method of a class, where it cannot yield`);
  }
  let result = code;
  const reversed = [...methods].sort(([, a], [, b]) => b.start - a.start);
  for (const [name, method] of reversed) {
    if (!sliced.has(name)) continue;
    const calls = callsOf(method, (called) => sliced.has(called));
    if (calls.some((call) => call.isNested)) {
      throw new Error(`${name} searches in a nested function, which cannot yield`);
    }
    const twin = writeTwin(code, name, method, calls);
    result = `${result.slice(0, method.start)}${twin}${result.slice(method.start)}`;
  }
  return result;
}

/** The plugin for rolldown. */
export function slicedTwins(): Plugin {
  return {
    name: 'sliced-twins',
    async transform(code, id) {
      if (id.endsWith('/search/tree.ts')) {
        return `import { slice, SLICED_DEPTH } from './slices.ts';\n${addSlicedTwins(code, new Set(['negamax']))}`;
      }
      if (id.endsWith('/search/search.ts')) return addSlicedTwins(code, new Set(['negamax']));
      if (/\.negamax\(/.test(code)) {
        throw new Error(`${id} calls negamax, which can yield only in tree.ts and search.ts`);
      }
      return null;
    },
  };
}
