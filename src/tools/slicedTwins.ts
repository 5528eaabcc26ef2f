/**
 * Gives the search's functions twins that can be left and resumed (see `search/slices.ts`): a plugin
 * for the bundle that runs in browsers.
 *
 * Of `Tree.negamax` and all that lead to it, up to `Search.run`, a copy is written as a generator
 * under the name with `InSlices` behind it; calls among them are delegated with `yield*`. So there is
 * one source of the search, and Node runs it as it stands.
 */
import type { Plugin } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';

const SUFFIX = 'InSlices';

/** What is read of a syntax tree. */
interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Calls back for a node and all below it, with whether a function of its own lies in between. */
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

/** The calls of `something.name(…)` in a method, for names that are asked for. */
function callsOf(method: Node, isAskedFor: (name: string) => boolean): Call[] {
  const calls: Call[] = [];
  walk((method.value as Node).body as Node, (node, isNested) => {
    const callee = node.callee as Node | undefined;
    if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression') return;
    const property = callee.property as Node;
    const name = property.name as string;
    if (isAskedFor(name)) calls.push({ name, node, property, isNested });
  });
  return calls;
}

/** The text of a method as a generator that delegates the calls given. */
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
 * The module with the twins added; `sliced` holds the names of the functions that have twins in
 * modules below, and is added to. Throws an Error where a function cannot have one.
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
  let result = code;
  const reversed = [...methods].sort(([, a], [, b]) => b.start - a.start);
  for (const [name, method] of reversed) {
    if (!sliced.has(name)) continue;
    const calls = callsOf(method, (called) => sliced.has(called));
    if (calls.some((call) => call.isNested)) {
      throw new Error(`${name} searches in a function of its own, which cannot give way`);
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
      return null;
    },
  };
}
