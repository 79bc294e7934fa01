// The input of a value, by the field type of its property.
import { dayIn, partsIn, readDay, textOfDay } from '@kaiwa/deals/days.ts'
import type { PortalSettings, Property } from '@kaiwa/deals/property.ts'
import { percentEntry, percentInput } from '@kaiwa/deals/percent.ts'
import { showValue } from '@kaiwa/deals/show-value.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { FocusEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../platform/i18n.ts'
import styles from './Value.module.css'

interface Props {
  property: Property
  settings: PortalSettings
  /** The typed value, or the stored one. */
  text: string
  error: string | null
  label: string
  onChange: (text: string) => void
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** The value of a native date field; '' for a text that is no day. */
function dateInput(text: string): string {
  if (/^-?\d{9,16}$/.test(text)) return textOfDay(dayIn('UTC', new Date(Number(text))))
  const day = readDay(text)
  return day ? textOfDay(day) : ''
}

/** The value of a native field for date and time, in the time zone of the portal. */
function dateTimeInput(text: string, { timeZone }: PortalSettings): string {
  const typed = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})$/.exec(text)
  if (typed) return `${typed[1]}T${typed[2]}`
  const ms = /^-?\d{9,16}$/.test(text) ? Number(text) : Date.parse(text)
  if (Number.isNaN(ms)) return ''
  const { day, hour, minute } = partsIn(timeZone, ms)
  return `${textOfDay(day)}T${two(hour)}:${two(minute)}`
}

/** The entry of a date that is only partly typed: the field reports '', which would empty the property. */
const PARTIAL = '?'

function entryOf({ value, validity }: HTMLInputElement): string {
  return validity.badInput ? PARTIAL : value.replace('T', ' ')
}

const YES_NO = ['true', 'false'] as const

function optionsOf({ fieldType, options }: Property, yesNo: Record<(typeof YES_NO)[number], string>) {
  if (fieldType !== 'booleancheckbox' || options.length > 0) return options
  return YES_NO.map((value) => ({ value, label: yesNo[value] }))
}

function OneOption({ property, text, error, label, onChange }: Props) {
  const { t } = useTranslation('crm')
  const options = optionsOf(property, { true: t('yes'), false: t('no') })
  // An option that the portal no longer has is still the current value.
  const isKnown = text === '' || options.some(({ value }) => value === text)
  return (
    <NativeSelect
      aria-label={label}
      error={error}
      value={text}
      data={[
        { value: '', label: t('noValue') },
        ...options.map((option) => ({ value: option.value, label: option.label })),
        ...(isKnown ? [] : [{ value: text, label: text }]),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function SeveralOptions({ property, text, error, label, onChange }: Props) {
  const chosen = text === '' ? [] : text.split(';')
  const unknown = chosen.filter((value) => !property.options.some((option) => option.value === value))
  const options = [...property.options, ...unknown.map((value) => ({ value, label: value }))]
  // In the order of the options; several are joined with ';' (CRM-28).
  const handleChange = (next: string[]) =>
    onChange(options.flatMap(({ value }) => (next.includes(value) ? [value] : [])).join(';'))
  return (
    <Checkbox.Group error={error} value={chosen} onChange={handleChange}>
      <div className={styles.options} role="group" aria-label={label}>
        {options.map(({ value, label: name }) => (
          <Checkbox key={value} size="xs" value={value} label={name} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

export function ValueField(props: Props) {
  const { property, settings, text, error, label, onChange } = props
  const { fieldType, type } = property
  const common = { 'aria-label': label, error }
  // Typing a part into an empty date changes no value, so that the browser reports no change.
  const handleBlur = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    if (currentTarget.validity.badInput && text !== PARTIAL) onChange(PARTIAL)
  }
  if (fieldType === 'checkbox') return <SeveralOptions {...props} />
  if (fieldType === 'select' || fieldType === 'booleancheckbox') return <OneOption {...props} />
  if (type === 'date')
    return (
      <TextInput
        {...common}
        type="date"
        max="9999-12-31"
        value={dateInput(text)}
        onChange={(event) => onChange(entryOf(event.currentTarget))}
        onBlur={handleBlur}
      />
    )
  if (type === 'datetime')
    return (
      <TextInput
        {...common}
        type="datetime-local"
        max="9999-12-31T23:59"
        description={settings.timeZone}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={dateTimeInput(text, settings)}
        onChange={(event) => onChange(entryOf(event.currentTarget))}
        onBlur={handleBlur}
      />
    )
  if (type === 'number' && property.isPercent === true)
    return (
      <TextInput
        {...common}
        aria-label={`${label} (%)`}
        inputMode="decimal"
        rightSection={<span aria-hidden>%</span>}
        value={percentInput(text)}
        maxLength={LIMITS.crmValueLength}
        onChange={(event) => onChange(percentEntry(event.currentTarget.value))}
      />
    )
  if (type === 'number') {
    const shown = showValue(property, settings, text, currentLanguage())
    return (
      <TextInput
        {...common}
        inputMode="decimal"
        value={text}
        maxLength={LIMITS.crmValueLength}
        {...(shown !== text && error === null
          ? { description: shown, inputWrapperOrder: ['label', 'input', 'description', 'error'] }
          : {})}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  if (fieldType === 'textarea')
    return (
      <Textarea
        {...common}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  return <TextInput {...common} value={text} onChange={(event) => onChange(event.currentTarget.value)} />
}
