import { initialOf, speakerColour, UNKNOWN_INITIAL } from '@kaiwa/transcript/speaker-identity.ts'
import { Avatar } from '@mantine/core'
import styles from './SpeakerAvatar.module.css'

interface Props {
  /** Null for an unknown speaker. `id` is null for a speaker that is not stored yet. */
  speaker: { id: number | null; name: string; avatar: string | null } | null
  size: number
}

/**
 * A speaker's photo in a ring of the speaker's colour, or the initial on the colour. Decorative: the name is shown next to
 * it.
 */
export function SpeakerAvatar({ speaker, size }: Props) {
  const colour = speakerColour(speaker?.id ?? null)
  const ring = Math.max(1, Math.round(size / 14))
  return (
    <Avatar
      src={speaker?.avatar ?? null}
      size={size}
      alt=""
      aria-hidden="true"
      styles={{
        root: { flex: 'none', background: colour, padding: speaker?.avatar ? ring : 0 },
        image: { borderRadius: '50%' },
        placeholder: { background: colour, color: '#fff', fontSize: Math.round(size * 0.46), border: 0 },
      }}
    >
      <span className={styles.initial} data-initial={speaker ? initialOf(speaker.name) : UNKNOWN_INITIAL} />
    </Avatar>
  )
}
