export type InTurn = <T>(task: () => Promise<T>) => Promise<T>

/** Runs tasks sequentially in the order of the calls. A failed task does not affect the next ones. */
export function inTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const next = last.then(task, task)
    last = next.catch(() => undefined)
    return next
  }
}
