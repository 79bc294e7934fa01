import type { ProjectFile } from '@kaiwa/contract/files.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconFileBroken, IconHourglass, IconVolumeOff, IconWaveSine } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Thumbnail.module.css'

const ICONS = {
  is_audio: IconWaveSine,
  muted_sound: IconVolumeOff,
  broken_file: IconFileBroken,
  processing: IconHourglass,
}

interface Props {
  file: Pick<ProjectFile, 'thumbnail' | 'thumbnail_kind'>
  /** In CSS pixels. */
  size?: { width: number; height: number }
}

const ROW = { width: 64, height: 36 }

/** The thumbnail of a file by its kind. A picture that fails to load is shown as a broken file (PROC-29). */
export function Thumbnail({ file, size = ROW }: Props) {
  const { t } = useTranslation('workspace')
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const { thumbnail: url, thumbnail_kind: given } = file
  const kind = given === 'normal' && (url === null || url === failedUrl) ? 'broken_file' : given
  if (kind === 'normal' && url !== null)
    return (
      <img
        className={styles.picture}
        data-kind={kind}
        src={url}
        alt=""
        {...size}
        style={size}
        loading="lazy"
        decoding="async"
        // The row is dragged, not the image.
        draggable={false}
        onError={() => setFailedUrl(url)}
      />
    )
  const Icon = ICONS[kind === 'normal' ? 'broken_file' : kind]
  return (
    <span className={styles.picture} data-kind={kind} style={size}>
      <Icon size={18} aria-hidden="true" />
      <VisuallyHidden>{t(`thumbnail.${kind}`)}</VisuallyHidden>
    </span>
  )
}
