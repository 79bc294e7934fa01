import type { PortalSettings } from '@kaiwa/deals/property.ts'
import { Button, Loader } from '@mantine/core'
import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Quotes } from '../Quote.tsx'
import { useValueText } from '../use-value-text.ts'
import type { Conflict } from './conflicts.ts'
import { ConflictChoice } from './ConflictChoice.tsx'
import { isSameValue, type Row } from './deal-rows.ts'
import styles from './Value.module.css'
import type { Refusals } from './use-deal-write.ts'
import { ValueField } from './ValueField.tsx'

interface Props {
  row: Row
  settings: PortalSettings
  conflict: Conflict | null
  refusal: ReturnType<Refusals['get']>
  /** The same functions at every rendering, so that a key press renders one row of many. */
  onEdit: (name: string, text: string | null) => void
  onResolve: (name: string, choice: Conflict['choice']) => void
}

const PROBLEMS = ['format', 'incorrect', 'max', 'required', 'refused'] as const

function isKnownProblem(code: string): code is (typeof PROBLEMS)[number] {
  return PROBLEMS.includes(code as (typeof PROBLEMS)[number])
}

function useErrorText({ row, refusal }: Pick<Props, 'row' | 'refusal'>): string | null {
  const { t } = useTranslation('crm')
  if (row.problem) return t(`preview.problems.${row.problem}`)
  if (!refusal) return null
  const { code, text } = refusal
  // The code of a refusal by HubSpot says nothing about the kind of the problem.
  if (text !== null) return t('preview.refusedBecause', { text })
  return t(`preview.problems.${isKnownProblem(code) ? code : 'refused'}`)
}

function State({ row: { proposed, isChanged, edit } }: { row: Row }) {
  const { t } = useTranslation('crm')
  const isKept = proposed?.status === 'ready' && proposed.value === null && edit === null
  const name = edit !== null && isChanged ? 'edited' : isKept ? 'kept' : isChanged ? 'changed' : 'unchanged'
  return (
    <span className={styles.state} data-state={name}>
      {t(`preview.${name}`)}
    </span>
  )
}

function PlainRow({ row, settings, conflict, refusal, onEdit, onResolve }: Props) {
  const { t } = useTranslation('crm')
  const headingId = useId()
  const textOf = useValueText()
  const error = useErrorText({ row, refusal })
  const { property, current, proposed, edit, value, isChanged } = row
  const isWaiting = proposed?.status === 'waiting'
  const generated = proposed?.status === 'ready' ? proposed.value : null
  const isReplaced = generated !== null && edit !== null && !isSameValue(property, generated, value)
  return (
    <li className={styles.value} data-changed={isChanged || undefined} aria-labelledby={headingId}>
      <div className={styles.valueHead}>
        <h4 className={styles.valueName} id={headingId}>
          {property.label}
        </h4>
        {isWaiting ? (
          <span className={styles.state}>
            <Loader size={12} aria-hidden /> {t('preview.waiting')}
          </span>
        ) : (
          <State row={row} />
        )}
      </div>
      <div className={styles.difference}>
        <div>
          <span className={styles.small}>{t('preview.current')}</span>
          {isChanged && current !== null ? (
            <del className={styles.current}>{textOf(property, settings, current)}</del>
          ) : (
            <span className={styles.current}>{textOf(property, settings, current)}</span>
          )}
        </div>
        <div>
          <span className={styles.small}>{t('preview.next')}</span>
          <ValueField
            property={property}
            settings={settings}
            text={edit ?? value ?? ''}
            error={error}
            label={`${property.label} ${t('preview.next')}`}
            onChange={(text) => onEdit(property.name, text)}
          />
        </div>
      </div>
      {edit !== null && (
        <div className={styles.edited}>
          {isReplaced && (
            <span className={styles.small}>
              {t('preview.proposal', { value: textOf(property, settings, generated) })}
            </span>
          )}
          <Button variant="subtle" size="compact-sm" onClick={() => onEdit(property.name, null)}>
            {t(generated === null ? 'preview.undo' : 'preview.useProposal')}
          </Button>
        </div>
      )}
      {conflict && (
        <ConflictChoice
          row={row}
          settings={settings}
          conflict={conflict}
          onChoose={(choice) => onResolve(property.name, choice)}
        />
      )}
      {proposed?.status === 'failed' && <p className={styles.bad}>{t('preview.failed')}</p>}
      {proposed?.status === 'ready' && (
        <div className={styles.why}>
          <p>
            <span className={styles.small}>{t('preview.reason')}</span> <span>{proposed.reason}</span>
          </p>
          <Quotes citations={proposed.citations} />
        </div>
      )}
    </li>
  )
}

function isSameRow(left: Row, right: Row): boolean {
  return (Object.keys(left) as (keyof Row)[]).every((key) => left[key] === right[key])
}

/** A property in the preview: the current value next to the new one, the reason, and the evidence. */
export const PreviewRow = memo(
  PlainRow,
  ({ row, ...former }, { row: nextRow, ...next }) =>
    isSameRow(row, nextRow) &&
    former.settings === next.settings &&
    former.conflict === next.conflict &&
    former.refusal === next.refusal &&
    former.onEdit === next.onEdit &&
    former.onResolve === next.onResolve,
)
