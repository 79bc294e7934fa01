import { expect, it } from 'vitest'
import { MoveQueue } from './move-queue.ts'

function move(index: number) {
  return { from: { category: 1, index }, to: { category: 2, index } }
}

function turn() {
  return new Promise((resolve) => setTimeout(resolve))
}

function open() {
  const sent: number[] = []
  const answers: PromiseWithResolvers<void>[] = []
  const queue = new MoveQueue(({ from }) => {
    const answer = Promise.withResolvers<void>()
    sent.push(from.index)
    answers.push(answer)
    return answer.promise
  })
  return { queue, sent, answers }
}

it('TAG-36 sends moves one at a time, and continues after a failure', async () => {
  const { queue, sent, answers } = open()
  const results = Promise.allSettled([0, 1, 2].map((index) => queue.push(move(index))))
  await turn()
  expect(sent).toEqual([0])
  answers[0]!.reject(new Error('refused'))
  await turn()
  expect(sent).toEqual([0, 1])
  answers[1]!.resolve()
  await turn()
  answers[2]!.resolve()
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
})

it('TAG-36 sends waiting moves in order, each once, when the page unloads', async () => {
  const { queue, sent, answers } = open()
  const results = Promise.all([0, 1, 2, 3].map((index) => queue.push(move(index))))
  await turn()
  queue.flush()
  // While a page unloads, only microtasks still run.
  await Promise.resolve()
  expect(sent).toEqual([0, 1, 2, 3])
  for (const { resolve } of answers) resolve()
  await results
  expect(sent).toHaveLength(4)
})
