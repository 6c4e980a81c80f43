import { PasswordInput, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { codeWord } from '#console/kit/i18n/words.ts'
import styles from './channels.module.css'
import type { Credential, Credentials } from './credential-check.ts'

interface CredentialFieldsProps {
  fields: readonly Credential[]
  getInputProps: (path: string) => object
  /** What is kept, masked: an empty field leaves it. */
  kept?: Credentials
}

/** The fields of credentials, in the words of the provider's dashboard, each with its place there; what stands in none is in ours. */
export function CredentialFields({ fields, getInputProps, kept = {} }: CredentialFieldsProps): ReactNode {
  const { t } = useTranslation()
  return fields.map(({ name, label, where, is_secret, is_multiline, is_optional }, index) => {
    const present = kept[name]
    const hints = [
      ...(is_optional && !present ? [t(($) => $.payChannels.optional)] : []),
      ...(where ? [t(($) => $.payChannels.whereTo, { where: isolatedLtr(where) })] : []),
    ]
    const input = {
      label: <bdi>{where ? label : codeWord('ownCredentials', name)}</bdi>,
      description: hints.join(' · '),
      placeholder: present ?? '',
      required: !is_optional && !present,
      withAsterisk: false,
      dir: 'ltr',
      autoComplete: 'off',
      autoCapitalize: 'none',
      spellCheck: false,
      maxLength: limits.credentialLength,
      className: 'wide',
      autoFocus: index === 0,
      ...(index === 0 ? { 'data-autofocus': true } : {}),
      ...getInputProps(`creds.${name}`),
    } as const
    if (is_multiline)
      return <Textarea key={name} {...input} rows={6} classNames={{ input: styles['multiline'] ?? '' }} />
    if (!is_secret) return <TextInput key={name} {...input} />
    return (
      <PasswordInput
        key={name}
        {...input}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t(($) => $.payChannels.show, { label }), tabIndex: 0 }}
      />
    )
  })
}
