import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Recording.module.css'

/** The picture that is recorded, without its sound. */
export function Preview({ stream }: { stream: MediaStream }) {
  const { t } = useTranslation('recording')
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  return <video ref={video} className={styles.preview} aria-label={t('preview')} autoPlay muted playsInline />
}
