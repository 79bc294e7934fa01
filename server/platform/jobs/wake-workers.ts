// Which worker looks for a new job. pg-boss would wake all workers of a queue for each job, and all but one of them would
// ask the database in vain while the job begins.

export interface WakingQueue {
  /** Adds a worker. Workers of one `kind` may take the same jobs. */
  add: (worker: string, kind: string) => void
  /** Wakes one idle worker of each kind. */
  notify: () => void
  /** Wakes all workers, after notifications may have been lost. */
  notifyAll: () => void
  /** A worker has taken a job. Another one is woken, because a notification may stand for several jobs. */
  begin: (worker: string) => void
  /** A worker has finished its job, and looks for the next one. */
  end: (worker: string) => void
}

/** `wake` makes a worker look for a job, also if it is just looking for one. */
export function openWakingQueue(wake: (worker: string) => void): WakingQueue {
  /** The workers of each kind that run no job; the one that was woken last comes last. */
  const idle = new Map<string, Set<string>>()
  const kinds = new Map<string, string>()
  const wakeOne = (workers: Set<string> | undefined): void => {
    for (const worker of workers ?? []) {
      workers?.delete(worker)
      workers?.add(worker)
      return wake(worker)
    }
  }
  const notify = (): void => idle.forEach(wakeOne)
  const workersLike = (worker: string): Set<string> | undefined => idle.get(kinds.get(worker) ?? '')
  return {
    add: (worker, kind) => {
      kinds.set(worker, kind)
      idle.set(kind, (idle.get(kind) ?? new Set()).add(worker))
    },
    notify,
    notifyAll: () => [...kinds.keys()].forEach(wake),
    begin: (worker) => {
      workersLike(worker)?.delete(worker)
      notify()
    },
    end: (worker) => {
      workersLike(worker)?.add(worker)
      wake(worker)
    },
  }
}
