import styles from './CheckField.module.css'

type Props = { label: string; isChecked: boolean; onChange: (isChecked: boolean) => void }

/** A box with its label: the browser's own, in our colour, since the sign-in page must stay light. */
export const CheckField = ({ label, isChecked, onChange }: Props) => (
  <label className={styles.field}>
    <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.currentTarget.checked)} />
    {label}
  </label>
)
