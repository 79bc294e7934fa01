import type { TranscriptView } from '@kaiwa/editor'
import { useEffect, useRef } from 'react'
import { useOpenFile } from '../transcripts/open-file.ts'
import { speakerKey } from './speaker-keys.ts'
import { useFileSpeakers } from './use-speakers.ts'

/** In edit mode, Alt with 1 to 9 assigns the block at the caret to the n-th speaker of the file. */
export function useSpeakerKeys(view: TranscriptView | null): void {
  const { file, session, control } = useOpenFile()
  const speakers = useFileSpeakers(file, session)
  const latest = useRef(speakers)
  useEffect(() => {
    latest.current = speakers
  })
  useEffect(() => {
    if (!view) return undefined
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !session.getState().isEditing) return
      if (!(event.target instanceof Element) || !event.target.closest('.kaiwa-transcript')) return
      const digit = speakerKey(event)
      const speaker = digit === null ? undefined : latest.current[digit - 1]
      const uuid = view.caret()?.uuid
      if (!speaker || uuid === undefined) return
      event.preventDefault()
      const change = { uuid, mode: 'individual', speaker_id: speaker.id } as const
      control.edits.run(() => session.edit((document) => session.tools.changeSpeaker(document, change)))
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [view, session, control])
}
