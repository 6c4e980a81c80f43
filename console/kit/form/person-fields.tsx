import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { wireWord } from '#console/kit/i18n/words.ts'

interface PersonFieldsProps {
  form: { getInputProps: (field: 'name' | 'phone_number') => object }
  /** The person is the user, whose name and number the browser may fill in. */
  own?: boolean
  /** The telephone number is asked for; the record of a user may be without. */
  phoneRequired?: boolean
}

/** The name and the telephone number of a person. */
export function PersonFields({ form, own = false, phoneRequired = false }: PersonFieldsProps): ReactNode {
  return (
    <>
      <TextInput
        label={wireWord('columns', 'name')}
        dir="auto"
        autoComplete={own ? 'name' : 'off'}
        maxLength={120}
        required
        {...form.getInputProps('name')}
      />
      <TextInput
        label={wireWord('columns', 'phone_number')}
        type="tel"
        dir="ltr"
        autoComplete={own ? 'tel' : 'off'}
        maxLength={32}
        required={phoneRequired}
        {...form.getInputProps('phone_number')}
      />
    </>
  )
}
