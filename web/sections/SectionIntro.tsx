import { Button } from '@mantine/core'
import { IconPointerFilled, IconReload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './SectionIntro.module.css'

/**
 * An animation of creating a section, instead of a video: the pointer moves to a time, a button appears, a name is
 * typed and shown above the block. It plays once in less than five seconds; with reduced motion its last frame is
 * shown.
 */
export function SectionIntro() {
  const { t } = useTranslation('sections')
  const [round, setRound] = useState(0)
  return (
    <div className={styles.intro}>
      <div className={styles.stage} key={round} role="img" aria-label={t('intro')}>
        <div className={styles.section}>{t('introName')}</div>
        <div className={styles.line}>
          <span className={styles.time}>00:12</span>
          <span className={styles.add}>+</span>
          <span className={styles.words}>{t('introSay')}</span>
        </div>
        <div className={styles.line}>
          <span className={styles.time}>00:18</span>
          <span className={styles.bar} />
        </div>
        <div className={styles.line}>
          <span className={styles.time}>00:25</span>
          <span className={styles.bar} data-short />
        </div>
        <div className={styles.field}>{t('introName')}</div>
        <IconPointerFilled className={styles.pointer} aria-hidden size={18} />
      </div>
      <p className={styles.text}>{t('emptyForEditors')}</p>
      <Button
        className={styles.again}
        size="compact-xs"
        variant="subtle"
        color="gray"
        leftSection={<IconReload aria-hidden size={14} />}
        onClick={() => setRound(round + 1)}
      >
        {t('introAgain')}
      </Button>
    </div>
  )
}
