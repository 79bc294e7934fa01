import { NativeSelect } from '@mantine/core'

interface Props<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
}

export function FilterSelect<T extends string>({ label, value, options, onChange }: Props<T>) {
  return (
    <NativeSelect
      label={label}
      value={value}
      data={options.map((option) => ({ ...option }))}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.currentTarget.value)
        if (chosen) onChange(chosen.value)
      }}
    />
  )
}
