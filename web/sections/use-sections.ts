import type { EditSession } from '@kaiwa/editor'
import { sectionsOf, sentimentOver } from '@kaiwa/transcript'
import type { EditableDocument, Section } from '@kaiwa/transcript'
import { useMemo, useState } from 'react'
import { useSavedSetting } from '../platform/use-saved-setting.ts'
import { nothingSaid } from '../player/said.ts'
import type { Said } from '../player/said.ts'
import type { Reading } from '../transcripts/derived.ts'
import { useDerived } from '../transcripts/use-derived.ts'

const same = (a: readonly Section[], b: readonly Section[]): boolean =>
  a.length === b.length &&
  a.every(({ uuid, name, start_time }, place) => {
    const other = b[place]!
    return uuid === other.uuid && name === other.name && start_time === other.start_time
  })

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

/** Returns the sentiment at a time in the current document. */
function sentimentIn(session: EditSession): Said['sentimentAt'] {
  let read: EditableDocument | null = null
  let answer = nothingSaid.sentimentAt
  return (time) => {
    const { document } = session.getState()
    if (document !== read) {
      read = document
      answer = sentimentOver(document)
    }
    return answer(time)
  }
}

/** Transcript data for the progress bar; section starts only while the section sidebar is open (PLAY-13). */
export function useSaid(session: EditSession): Said {
  const [isOpen] = useSavedSetting('is_section_opened')
  const sections = useSections(session)
  const sentimentAt = useMemo(() => sentimentIn(session), [session])
  return useMemo(() => ({ sections: isOpen ? sections : null, sentimentAt }), [isOpen, sections, sentimentAt])
}
