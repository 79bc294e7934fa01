import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEditingFixture, createFixtureFile, type EditingFixture } from '../../test/factories/editing-fixture.ts'
import { playInterleaving } from '../../test/interleavings.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let test: TestApp
let people: EditingFixture
beforeAll(async () => {
  test = await openTestApp()
  people = await createEditingFixture(test)
})
afterAll(() => test.close())

it.each(Array.from({ length: 12 }, (_, index) => index + 1))(
  'EDIT-27 R5 concurrent edits by two people with two tabs each lose and duplicate nothing (seed %d)',
  async (seed) => {
    const fixture = await createFixtureFile(test, people)
    const { saved, lost, doubled } = await playInterleaving(test, fixture, { seed, steps: 25 })
    expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 })
    expect(saved).toBeGreaterThan(0)
  },
)
