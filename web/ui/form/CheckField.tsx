import styles from './CheckField.module.css'

interface Props {
  label: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}

/** A native checkbox with a label in our colour, so that the sign-in page stays small. */
export function CheckField({ label, isChecked, onChange }: Props) {
  return (
    <label className={styles.field}>
      <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  )
}
