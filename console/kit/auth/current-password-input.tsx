import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** The input of the password that a user has, which the browser's password manager can fill in. */
export function CurrentPasswordInput(props: PasswordInputProps): ReactNode {
  const { t } = useTranslation()
  return (
    <PasswordInput
      label={t(($) => $.session.password)}
      name="password"
      dir="ltr"
      autoComplete="current-password"
      required
      withAsterisk={false}
      visibilityToggleButtonProps={{ 'aria-label': t(($) => $.session.showPassword), tabIndex: 0 }}
      {...props}
    />
  )
}
