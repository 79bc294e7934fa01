import { useEffect, useEffectEvent, useRef } from 'react'
import { useOpenFile } from '../transcripts/open-file.ts'
import type { PanelProps } from '../transcripts/file-page.ts'
import type { Cited } from './cited.ts'

const HIGHLIGHT = 'kaiwa-citation'
/** A citation whose page was not opened, because its reader stayed to save, is forgotten after this time. */
const MAX_WAIT_MS = 60_000

/** Plays a pressed citation and paints its quote until another one is pressed (CHAT-07). */
export function CitedPassage({ cited, view, onShow }: PanelProps & { cited: Cited }) {
  const { file, session, player } = useOpenFile()
  const shown = useRef<Cited | null>(null)
  const fileId = file.id
  const show = useEffectEvent(() => {
    if (shown.current === cited || performance.now() - cited.at > MAX_WAIT_MS) return
    const { citation } = cited
    shown.current = cited
    onShow(citation.block_uuid)
    player?.seek(citation.time)
    player?.play()
  })
  useEffect(() => {
    const { citation } = cited
    if (citation.file_id !== fileId || !view) return undefined
    const layer = view.addLayer((uuid) =>
      uuid === citation.block_uuid && citation.range ? [{ highlight: HIGHLIGHT, ...citation.range }] : [],
    )
    // The block of a long transcript can arrive later.
    const showOnceThere = () => {
      if (!session.getState().document.blocks.get(citation.block_uuid)) return
      show()
      layer.refresh([citation.block_uuid])
    }
    const unsubscribe = session.subscribe(showOnceThere)
    showOnceThere()
    return () => {
      unsubscribe()
      layer.remove()
    }
  }, [fileId, view, session, cited])
  return null
}
