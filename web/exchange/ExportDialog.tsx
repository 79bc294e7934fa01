import {
  BEFORE_SECTIONS,
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportPart,
  PARTS_OF_FORMAT,
} from '@kaiwa/contract/exchange-formats.ts'
import { type ExportSummary, SUMMARY_FORMATS } from '@kaiwa/contract/summary-words.ts'
import { Checkbox, Group, Input, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '@kaiwa/transcript/format-time.ts'
import { callFile } from '../platform/call.ts'
import { errorText } from '../platform/error-text.ts'
import { saveFile } from '../platform/save-file.ts'
import { toast } from '../platform/toasts.ts'
import type { FileDetail } from '../transcripts/queries.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DownloadButtons } from './DownloadButtons.tsx'
import styles from './ExportDialog.module.css'
import { ExportPreview } from './ExportPreview.tsx'
import { type ExportQuery, usePreview } from './queries.ts'

interface SectionChoiceProps {
  sections: readonly { uuid: string; name: string; start_time: number }[]
  /** There are blocks before the first section. */
  hasStart: boolean
  /** Null for all sections, including those added later. */
  chosen: readonly string[] | null
  onChoose: (chosen: readonly string[] | null) => void
}

/** Choice of the exported sections: all, or the checked ones. */
function SectionChoice({ sections, hasStart, chosen, onChoose }: SectionChoiceProps) {
  const { t } = useTranslation('exchange')
  const all = [...(hasStart ? [BEFORE_SECTIONS] : []), ...sections.map(({ uuid }) => uuid)]
  const ticked = chosen ?? all
  const handleChange = (next: readonly string[]) => onChoose(next.length === all.length ? null : next)
  return (
    <Input.Wrapper label={t('sections')} labelElement="div">
      <Stack gap="xs" className={styles.sections} mt={6}>
        <Checkbox
          label={t('allSections')}
          checked={ticked.length === all.length}
          indeterminate={ticked.length > 0 && ticked.length < all.length}
          onChange={(event) => onChoose(event.currentTarget.checked ? null : [])}
        />
        <Checkbox.Group aria-label={t('sections')} value={[...ticked]} onChange={handleChange}>
          <Stack gap="xs" ms="lg">
            {hasStart && <Checkbox value={BEFORE_SECTIONS} label={t('beforeSections')} />}
            {sections.map(({ uuid, name, start_time }) => (
              <Checkbox key={uuid} value={uuid} label={`${formatTime(start_time)}  ${name}`} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Stack>
    </Input.Wrapper>
  )
}

interface SummaryChoiceProps {
  /** A summary is stored. */
  hasSummary: boolean
  summary: ExportSummary
  onChoose: (summary: ExportSummary) => void
}

/** Whether the export begins with the summary, or without a stored one with the passages found without a model. */
function SummaryChoice({ hasSummary, summary, onChoose }: SummaryChoiceProps) {
  const { t } = useTranslation('exchange')
  return hasSummary ? (
    <Checkbox
      label={t('summary')}
      checked={summary !== 'none'}
      onChange={(event) => onChoose(event.currentTarget.checked ? 'stored' : 'none')}
    />
  ) : (
    <Checkbox
      label={t('extracted')}
      description={t('extractedAbout')}
      checked={summary === 'extracted'}
      onChange={(event) => onChoose(event.currentTarget.checked ? 'extracted' : 'stored')}
    />
  )
}

/** Parts that are left out. Stored negatively, so that every part is included by default. */
type Without = Readonly<Partial<Record<ExportPart, true>>>

interface Chosen {
  format: ExportFormat
  without: Without
  summary: ExportSummary
  section: readonly string[] | null
  language: 'ja' | 'en'
}

function hasSummaries(format: ExportFormat): boolean {
  return SUMMARY_FORMATS.some((one) => one === format)
}

function queryOf({ format, without, summary, section, language }: Chosen): ExportQuery {
  const parts = PARTS_OF_FORMAT[format].filter((part) => without[part])
  return {
    format,
    language,
    ...Object.fromEntries(parts.map((part) => [part, 'false'])),
    ...(hasSummaries(format) ? { summary } : {}),
    ...(section ? { section: [...section] } : {}),
  }
}

/** Dialog to choose the format and the parts of an export, with a preview. */
export function ExportDialog({ file, onClose }: { file: FileDetail; onClose: () => void }) {
  const { t, i18n } = useTranslation('exchange')
  const [format, setFormat] = useState<ExportFormat>('txt')
  const [without, setWithout] = useState<Without>({})
  /** A stored summary is included by default; without one, extracted passages are by choice. */
  const [summary, setSummary] = useState<ExportSummary>('stored')
  const [section, setSection] = useState<readonly string[] | null>(null)
  const [isSending, setIsSending] = useState(false)
  const query = queryOf({ format, without, summary, section, language: i18n.language === 'en' ? 'en' : 'ja' })
  const preview = usePreview(file.id, query)
  const formats = EXPORT_FORMATS.filter((one) => one !== 'csv' || file.can.export_table)
  const parts = PARTS_OF_FORMAT[format]
  const isNothing = section?.length === 0

  const handleDownload = async () => {
    setIsSending(true)
    try {
      const { content, name } = await callFile('exportTranscript', { params: { fileId: file.id }, query })
      saveFile(content, name)
      onClose()
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setIsSending(false)
    }
  }

  return (
    <Dialog opened onClose={onClose} title={t('exportTitle')} size="lg">
      <Stack gap="md">
        <Radio.Group label={t('format')} value={format} onChange={setFormat}>
          <div className={styles.formats}>
            {formats.map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(`formats.${one}.name`)}
                description={t(`formats.${one}.about`)}
                data-autofocus={one === format || undefined}
              />
            ))}
          </div>
        </Radio.Group>
        {parts.length > 0 && (
          <Checkbox.Group
            label={t('parts')}
            value={parts.filter((part) => !without[part])}
            onChange={(chosen) =>
              setWithout((before) => ({
                ...before,
                ...Object.fromEntries(parts.map((part) => [part, chosen.includes(part) ? undefined : true])),
              }))
            }
          >
            <Group gap="md" mt={6}>
              {parts.map((part) => (
                <Checkbox key={part} value={part} label={t(`part.${part}`)} />
              ))}
            </Group>
          </Checkbox.Group>
        )}
        {preview.data && hasSummaries(format) && (
          <SummaryChoice hasSummary={preview.data.has_summary} summary={summary} onChoose={setSummary} />
        )}
        {preview.data && preview.data.sections.length > 0 && (
          <SectionChoice
            sections={preview.data.sections}
            hasStart={preview.data.has_start}
            chosen={section}
            onChoose={setSection}
          />
        )}
        <ExportPreview preview={preview} isNothing={isNothing} />
        <Text size="xs" c="dimmed">
          {t('savedOnly')}
        </Text>
        <DownloadButtons isSending={isSending} disabled={isNothing} onDownload={handleDownload} onClose={onClose} />
      </Stack>
    </Dialog>
  )
}
