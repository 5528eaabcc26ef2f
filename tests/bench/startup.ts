/** The time from the start of the process to `uciok`. */
import { spawnSync } from 'node:child_process';
import { UciProcess } from '../support/uciProcess.ts';
import { medians, type Row } from './measure.ts';

const MARK = 150;
const SAMPLING = { clock: 'wall', samples: 10, time: 0 } as const;

/** In milliseconds. */
export async function startupRows(): Promise<Row[]> {
  let engine: UciProcess;
  const ms = await medians(
    {
      engine: {
        run: async () => {
          engine = new UciProcess();
          engine.send('uci');
          await engine.waitFor(/^uciok$/);
        },
        after: () => engine.close(),
      },
      node: { run: () => spawnSync(process.execPath, ['-e', '0']) },
    },
    SAMPLING,
  );
  return [
    {
      benchmark: 'start to uciok',
      unit: 'ms',
      refrain: ms.engine,
      mark: `< ${MARK} ms`,
      reached: ms.engine < MARK,
    },
    { benchmark: 'for comparison: node -e 0', unit: 'ms', refrain: ms.node },
  ];
}
