import type { Place } from '@kaiwa/contract/postal-codes.ts'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoundField } from '../ui/form/use-form.ts'
import { lookUpPostalCode } from './look-up-postal-code.ts'
import { postalCodeRule } from './rules.ts'
import styles from './Applications.module.css'

interface Props {
  field: BoundField
  onPlace: (place: Place) => void
}

/** The postal code, and a button that fills in the address of it. The code is looked up in the browser. */
export function PostalCodeField({ field, onPlace }: Props) {
  const { t } = useTranslation('applications')
  const [found, setFound] = useState<{ code: string; places: readonly Place[] } | null>(null)
  const { mutate, isPending, isError, reset } = useMutation({
    mutationFn: lookUpPostalCode,
    onSuccess: (places, code) => {
      setFound({ code, places })
      if (places.length === 1 && places[0]) onPlace(places[0])
    },
    onError: (error) => console.error(error),
  })
  const places = found && found.code === field.value ? found.places : null
  const status = isError
    ? t('autofillFailed')
    : places && t(places.length === 0 ? 'unknownPostalCode' : places.length === 1 ? 'autofilled' : 'severalPlaces')
  return (
    <div>
      <div className={styles.postal}>
        <TextInput
          {...field}
          onChange={(event) => {
            reset()
            field.onChange(event)
          }}
          description={t('postalHint')}
          autoComplete="postal-code"
          inputMode="numeric"
          withAsterisk
        />
        <Button
          variant="default"
          disabled={postalCodeRule(field.value) !== null}
          loading={isPending}
          onClick={() => mutate(field.value)}
        >
          {t('autofill')}
        </Button>
      </div>
      <output className={styles.status} data-problem={isError || places?.length === 0 || undefined}>
        {status}
      </output>
      {places && places.length > 1 && (
        <NativeSelect
          label={t('place')}
          defaultValue=""
          data={[
            { value: '', label: t('choose') },
            ...places.map((place, index) => ({ value: String(index), label: place.join(' ').trim() })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            const place = places[Number(value)]
            if (value !== '' && place) onPlace(place)
          }}
        />
      )}
    </div>
  )
}
