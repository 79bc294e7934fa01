import { useTranslation } from 'react-i18next'
import { Film } from '../ui/Film.tsx'
import styles from './SectionIntro.module.css'
import english from './video/sections.en.mp4'
import englishSubtitles from './video/sections.en.vtt'
import japanese from './video/sections.ja.mp4'
import japaneseSubtitles from './video/sections.ja.vtt'

/** A short film of how a section is added (SEC-03), made by tools/record-intro.ts. */
export function SectionIntro() {
  const { t } = useTranslation('sections')
  return (
    <div className={styles.intro}>
      <Film
        films={{ ja: japanese, en: english }}
        subtitles={{ ja: japaneseSubtitles, en: englishSubtitles }}
        label={t('intro')}
      />
      <p className={styles.text}>{t('emptyForEditors')}</p>
    </div>
  )
}
