// Gives memory back while the program is idle. V8 collects garbage when something is allocated, so what a busy hour left
// behind, above all the enlarged young generation, would stay until the next busy hour.
import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface IdleMemoryOptions {
  checkMs: number
  /** Idle for this time before memory is collected. */
  idleMs: number
}

const DEFAULTS: IdleMemoryOptions = { checkMs: 15_000, idleMs: 60_000 }
/** Share of the time in which the event loop runs. The polls of an idle worker take 1 to 2 percent. */
const IDLE_UTILISATION = 0.1
/** A collection takes some 100 ms: it must be worth it. */
const MIN_GROWTH_BYTES = 8 * 1_048_576

type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void

/** The function is otherwise only there with a flag of the command line. `last-resort` also shrinks the young generation. */
function findCollect(): Collect {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collect
}

/** Collects garbage once after each time of work, until the signal aborts. */
export function giveBackIdleMemory(signal: AbortSignal, options: Partial<IdleMemoryOptions> = {}): void {
  const { checkMs, idleMs } = { ...DEFAULTS, ...options }
  const bytes = (): number => getHeapStatistics().total_physical_size
  let collect: Collect | undefined
  let before = performance.eventLoopUtilization()
  let idleFor = 0
  let afterCollection = -Infinity
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    idleFor = utilization < IDLE_UTILISATION ? idleFor + checkMs : 0
    if (idleFor < idleMs || bytes() < afterCollection + MIN_GROWTH_BYTES) return
    collect ??= findCollect()
    collect({ type: 'major', flavor: 'last-resort' })
    afterCollection = bytes()
    idleFor = 0
  }, checkMs)
  timer.unref()
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
}
