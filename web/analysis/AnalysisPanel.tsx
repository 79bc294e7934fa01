import { Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { FileTabProps } from '../transcripts/file-page.ts'
import styles from './Analysis.module.css'
import { useAnalysisParameters, VIEWS } from './analysis-parameters.ts'
import { EmotionTable } from './EmotionTable.tsx'
import { KeywordTable } from './KeywordTable.tsx'
import { TalkView } from './TalkView.tsx'
import { WordCloud } from './WordCloud.tsx'

/** The analysis of a file with its side tabs; the address contains the selected one (ANA-01). */
export function AnalysisPanel({ onShow, onSearch }: FileTabProps) {
  const { t } = useTranslation('analysis')
  const { view, show } = useAnalysisParameters()
  const isNarrow = useMediaQuery('(max-width: 48em)')
  return (
    <Tabs
      className={styles.panel}
      value={view}
      orientation={isNarrow ? 'horizontal' : 'vertical'}
      keepMounted={false}
      onChange={(next) => show(VIEWS.find((one) => one === next) ?? 'cloud')}
    >
      <Tabs.List className={styles.tabs} aria-label={t('sideTabs')}>
        {VIEWS.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {t(`views.${one}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="cloud" className={styles.view}>
        <WordCloud onSearch={onSearch} />
      </Tabs.Panel>
      <Tabs.Panel value="emotions" className={styles.view}>
        <EmotionTable onShow={onShow} />
      </Tabs.Panel>
      <Tabs.Panel value="keywords" className={styles.view}>
        <KeywordTable onShow={onShow} />
      </Tabs.Panel>
      <Tabs.Panel value="talk" className={styles.view}>
        <TalkView />
      </Tabs.Panel>
    </Tabs>
  )
}
