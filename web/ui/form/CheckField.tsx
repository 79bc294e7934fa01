import styles from './CheckField.module.css'

type Props = { label: string; isChecked: boolean; onChange: (isChecked: boolean) => void }

/** A native checkbox with a label in our colour, so that the sign-in page stays small. */
export const CheckField = ({ label, isChecked, onChange }: Props) => (
  <label className={styles.field}>
    <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.currentTarget.checked)} />
    {label}
  </label>
)
