import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { TEST_CARDS } from '../stand-in/cards.ts'
import { HANDLED_EVENTS } from './process-event.ts'

const page = await readFile(new URL('../../../docs/payment.md', import.meta.url), 'utf8')

it('docs/payment.md lists the events that an operator subscribes to', () => {
  const listed = [...page.matchAll(/^\| `([a-z_.]+\.[a-z_]+)` \|/gm)].map(([, type]) => type)
  const events = listed.filter((type) => !type?.startsWith('payment.'))
  expect(events.toSorted()).toEqual(Object.keys(HANDLED_EVENTS).toSorted())
})

it('docs/payment.md lists the test cards', () => {
  const listed = [...page.matchAll(/^\| (\d{4} \d{4} \d{4} \d{4}) \|/gm)].map(([, number]) =>
    number?.replaceAll(' ', ''),
  )
  expect(listed).toEqual(TEST_CARDS.map(({ number }) => number))
})
