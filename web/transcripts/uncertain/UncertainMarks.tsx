import type { TranscriptView } from '@kaiwa/editor'
import { nextUncertain, uncertainRanges } from '@kaiwa/transcript'
import type { TextPosition, UncertainPassage } from '@kaiwa/transcript'
import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDocumentKey } from '../../platform/use-document-key.ts'
import { useOpenFile } from '../open-file.ts'
import { takesDigits } from '../tab-keys.ts'
import { uncertainStep } from './uncertain-keys.ts'

const HIGHLIGHT = 'kaiwa-uncertain'
const CURRENT = 'kaiwa-current-uncertain'

function isInTranscript(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.kaiwa-transcript') !== null
}

/** Paints uncertain words, and moves between them by keys: in edit mode the word is selected, otherwise marked. */
export function UncertainMarks({ view }: { view: TranscriptView }) {
  const { t } = useTranslation('editing')
  const { session, player } = useOpenFile()
  const [reached, setReached] = useState<UncertainPassage | null>(null)
  const current = useRef<TextPosition | null>(null)
  const layer = useRef<ReturnType<TranscriptView['addLayer']>>(null)

  useEffect(() => {
    const made = view.addLayer((uuid) => {
      const block = session.getState().document.blocks.get(uuid)
      if (!block) return []
      const here = current.current
      return uncertainRanges(block).flatMap(({ start, end }) => {
        const mark = { highlight: HIGHLIGHT, start, end }
        return here?.uuid === uuid && here.offset === start ? [mark, { ...mark, highlight: CURRENT }] : [mark]
      })
    })
    layer.current = made
    return () => {
      layer.current = null
      made.remove()
    }
  }, [view, session])

  /**
   * Returns the start of the search: the caret, else the last word reached with the keys, else the playback position.
   */
  const place = (): TextPosition | null => {
    const caret = session.getState().isEditing ? view.caret() : null
    if (caret ?? current.current) return caret ?? current.current
    const time = player?.time() ?? 0
    let spoken: TextPosition | null = null
    for (const { uuid, start_time } of session.getState().document.blocks)
      if (time > 0 && start_time <= time) spoken = { uuid, offset: -1 }
    return spoken
  }

  const show = (passage: UncertainPassage): boolean => {
    const { uuid, start, end } = passage
    if (!view.scrollToBlock(uuid)) return false
    const before = current.current
    current.current = session.getState().isEditing ? null : { uuid, offset: start }
    layer.current?.refresh(before ? [before.uuid, uuid] : [uuid])
    setReached(passage)
    if (session.getState().isEditing && view.focusAt({ uuid, offset: start })) view.selectTo({ uuid, offset: end })
    return true
  }

  useDocumentKey((event) => {
    const step = uncertainStep(event)
    if (step === null || (takesDigits(event.target) && !isInTranscript(event.target))) return
    event.preventDefault()
    const transcript = session.getState().document
    // A speaker filter hides blocks: their words are skipped.
    for (let from = place(), left = Infinity; left > 0; left--) {
      const passage = nextUncertain(transcript, from, step)
      if (!passage || show(passage)) return
      from = { uuid: passage.uuid, offset: passage.start }
      left = Math.min(left, passage.count)
    }
  })

  const word =
    reached && session.getState().document.blocks.get(reached.uuid)?.content.slice(reached.start, reached.end)
  return (
    <VisuallyHidden component="output">
      {reached && t('uncertainReached', { word: word ?? '', number: reached.number, count: reached.count })}
    </VisuallyHidden>
  )
}
