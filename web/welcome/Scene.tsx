import { IconFolderFilled, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Step } from './steps.ts'
import styles from './Welcome.module.css'

const BARS = [8, 18, 30, 14, 36, 24, 12, 28, 40, 20, 10, 26, 34, 16, 8, 22, 30, 12]

function Line({ who, children }: { who: 'a' | 'b'; children: ReactNode }) {
  return (
    <div className={styles.line} data-who={who}>
      <span className={styles.who} />
      <span className={styles.speech}>{children}</span>
    </div>
  )
}

function Record() {
  const { t } = useTranslation('welcome')
  return (
    <>
      <svg className={styles.wave} viewBox="0 0 216 48" preserveAspectRatio="none">
        {BARS.map((height, index) => (
          <rect key={`${index} ${height}`} x={index * 12 + 3} y={24 - height / 2} width="5" height={height} rx="2.5" />
        ))}
      </svg>
      <Line who="a">{t('say.one')}</Line>
      <Line who="b">
        {t('say.two')}
        {t('say.right')}
        {t('say.rest')}
      </Line>
    </>
  )
}

function Read() {
  const { t } = useTranslation('welcome')
  return (
    <>
      <Line who="a">
        <span className={styles.spoken}>{t('say.one')}</span>
      </Line>
      <Line who="b">
        {t('say.two')}
        <s className={styles.wrong}>{t('say.wrong')}</s>
        <ins className={styles.right}>{t('say.right')}</ins>
        {t('say.rest')}
      </Line>
    </>
  )
}

function Find() {
  const { t } = useTranslation('welcome')
  return (
    <>
      <span className={styles.search}>
        <IconSearch size={14} />
        {t('say.found')}
      </span>
      <Line who="a">
        <mark className={styles.found}>{t('say.found')}</mark>
      </Line>
      <Line who="b">
        {t('say.two')}
        <span className={styles.tag}>{t('tag')}</span>
      </Line>
    </>
  )
}

const SCENES = {
  record: Record,
  read: Read,
  find: Find,
  begin: () => <IconFolderFilled className={styles.folder} size={56} />,
}

/** An animation of a few seconds, drawn by the page. With reduced motion its last frame is shown. */
export function Scene({ step }: { step: Step }) {
  const { t } = useTranslation('welcome')
  const Drawing = SCENES[step]
  return (
    <div className={styles.scene} role="img" aria-label={t(`steps.${step}.scene`)} data-step={step}>
      <Drawing />
    </div>
  )
}
