import { useTranslation } from 'react-i18next'
import styles from './Film.module.css'

interface Props {
  /** URLs of the film and its subtitles by language. */
  films: Record<'ja' | 'en', string>
  subtitles: Record<'ja' | 'en', string>
  /** The name of the film's content. */
  label: string
}

/**
 * A short film about the product, without sound, with subtitles in both languages; those of the reader are on. It plays
 * immediately unless the reader prefers reduced motion.
 */
export function Film({ films, subtitles, label }: Props) {
  const { i18n } = useTranslation()
  const language = i18n.language === 'en' ? 'en' : 'ja'
  return (
    <video
      // Another language is another film.
      key={language}
      className={styles.film}
      aria-label={label}
      src={films[language]}
      controls
      muted
      playsInline
      autoPlay={!matchMedia('(prefers-reduced-motion: reduce)').matches}
    >
      <track kind="subtitles" srcLang="ja" label="日本語" src={subtitles.ja} default={language === 'ja'} />
      <track kind="subtitles" srcLang="en" label="English" src={subtitles.en} default={language === 'en'} />
    </video>
  )
}
