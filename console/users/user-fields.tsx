import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#contract/access.ts'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { PersonFields } from '#console/kit/form/person-fields.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import { RolePicker } from './role-picker.tsx'

export interface UserValues {
  name: string
  email_address: string
  phone_number: string
  roles: Role[]
}

interface UserFieldsProps {
  form: UseFormReturnType<UserValues>
  /** The roles that the user has already. */
  held?: readonly Role[]
  /** The reason why the roles cannot be changed. */
  closed?: string
  emailHint: string
  /** A new user is asked for a telephone number; the record of a user may be without. */
  phoneRequired?: boolean
}

/** The fields of a user's form. */
export function UserFields({
  form,
  held = [],
  closed = '',
  emailHint,
  phoneRequired = false,
}: UserFieldsProps): ReactNode {
  const { t } = useTranslation()
  const roles = form.getInputProps('roles') as {
    value: Role[]
    onChange: (roles: Role[]) => void
    error?: ReactNode
    'data-path'?: string
  }
  return (
    <>
      <FormSection title={t(($) => $.users.person)}>
        <PersonFields form={form} phoneRequired={phoneRequired} />
        <TextInput
          label={wireWord('columns', 'email_address')}
          className="wide"
          description={emailHint}
          type="email"
          dir="ltr"
          autoComplete="off"
          maxLength={254}
          required
          {...form.getInputProps('email_address')}
        />
      </FormSection>
      <FormSection title={wireWord('columns', 'roles')}>
        <div className="wide">
          <RolePicker
            label={wireWord('columns', 'roles')}
            value={roles.value}
            held={held}
            closed={closed}
            error={roles.error}
            path={roles['data-path']}
            onChange={roles.onChange}
          />
        </div>
      </FormSection>
    </>
  )
}
