import type { EditSession } from '@kaiwa/editor'
import { sectionsOf } from '@kaiwa/transcript'
import type { Section } from '@kaiwa/transcript'
import { useState } from 'react'
import type { Reading } from './derived.ts'
import { useDerived } from './use-derived.ts'

function same(a: readonly Section[], b: readonly Section[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ uuid, name, start_time }, index) => {
      const other = b[index]!
      return uuid === other.uuid && name === other.name && start_time === other.start_time
    })
  )
}

/** The sections of a document; returns the same list until a section changes. */
export function sectionsReading(): Reading<readonly Section[]> {
  let sections: readonly Section[] = []
  return {
    read(document) {
      const found = sectionsOf(document)
      if (!same(found, sections)) sections = found
      return sections
    },
    isTouchedBy: (change) =>
      change.type !== 'put' ||
      change.before.section_name !== change.after.section_name ||
      change.before.start_time !== change.after.start_time,
  }
}

export function useSections(session: EditSession): readonly Section[] {
  const [reading] = useState(sectionsReading)
  return useDerived(session, reading)
}
