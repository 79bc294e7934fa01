import type { VoiceClip } from '@kaiwa/transcript/voice-clip.ts'
import { useEffect, useRef, useState } from 'react'
import { playClip } from '../player/play-clip.ts'
import { useOpenFile } from '../transcripts/open-file.ts'

/** Plays a clip in the player of the page; it stops when its component disappears. `toggle` is null without a player. */
export function useClip(clip: VoiceClip | null): { isPlaying: boolean; toggle: (() => void) | null } {
  const { player } = useOpenFile()
  const [isPlaying, setIsPlaying] = useState(false)
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])
  if (!player || !clip) return { isPlaying: false, toggle: null }
  const toggle = () => {
    if (stop.current) return stop.current()
    setIsPlaying(true)
    stop.current = playClip(player, clip, () => {
      stop.current = null
      setIsPlaying(false)
    })
  }
  return { isPlaying, toggle }
}
