import type { Citation } from '@kaiwa/contract/chat-messages.ts'
import { extractTopics } from '@kaiwa/transcript/analysis/topics.ts'
import type { EditableDocument } from '@kaiwa/transcript'
import { formatTime } from '@kaiwa/transcript/format-time.ts'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenFile } from '../transcripts/open-file.ts'
import { useSpeakerNames } from '../transcripts/speaker-names.ts'
import { AcceptAll, AcceptSection } from './AcceptSection.tsx'
import { Evidence } from './Evidence.tsx'
import styles from './Summary.module.css'

/** The characteristic passages of each topic, found without a model. Nothing is stored; edits show after a pause. */
export function ExtractedTopics({ document }: { document: EditableDocument }) {
  const { t } = useTranslation('summary')
  const { file } = useOpenFile()
  const names = useSpeakerNames()
  // A transcript of many hours takes a moment: typing and scrolling come first.
  const { blocks } = useDeferredValue(document)
  const topics = useMemo(() => extractTopics(blocks), [blocks])
  const suggestions = topics.map(({ block_uuid, name }) => ({ uuid: block_uuid, name }))
  const citationOf = ({
    block_uuid,
    offset,
    text,
    start_time,
  }: (typeof topics)[number]['passages'][number]): Citation => {
    const speaker = blocks.get(block_uuid)?.speaker_id ?? null
    return {
      number: 1,
      file_id: file.id,
      project_id: file.project_id,
      file_title: file.title,
      block_uuid,
      quote: text,
      range: { start: offset, end: offset + text.length },
      time: start_time,
      speaker: speaker === null ? null : (names.get(speaker)?.name ?? null),
    }
  }
  return (
    <section className={styles.part} aria-labelledby="summary-extracted">
      <header className={styles.partHead}>
        <h3 id="summary-extracted" className={styles.partTitle}>
          {t('extracted')}
        </h3>
        <span className={styles.label}>{t('extractedLabel')}</span>
        <span className={styles.actions}>
          <AcceptAll blocks={document.blocks} suggestions={suggestions} />
        </span>
      </header>
      {topics.length === 0 && <p className={styles.quiet}>{t('noTopics')}</p>}
      <ol className={styles.topics}>
        {topics.map(({ block_uuid, start_time, end_time, name, passages }) => (
          <li key={block_uuid} className={styles.topic}>
            <div className={styles.topicHead}>
              <h4 className={styles.topicName}>{name || t('unnamedTopic')}</h4>
              <span className={styles.quiet}>
                {formatTime(start_time)} – {formatTime(end_time)}
              </span>
              <AcceptSection blocks={document.blocks} suggestion={{ uuid: block_uuid, name }} />
            </div>
            {passages.map((passage) => (
              <Evidence key={`${passage.block_uuid} ${passage.offset}`} citation={citationOf(passage)} />
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}
