import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { passwordLength, passwordRuleFaults, type PasswordRuleFault } from '#contract/kit/password-rule.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import styles from './new-password-input.module.css'

/** The input of a new password with its rules below; a rule is marked as soon as it is met. */
export function NewPasswordInput({ value, ...props }: PasswordInputProps): ReactNode {
  const { t } = useTranslation()
  const id = useId()
  const faults = new Set(passwordRuleFaults(typeof value === 'string' ? value : ''))
  const rules: { text: string; broken: PasswordRuleFault[] }[] = [
    { text: t(($) => $.newPassword.length, { min: passwordLength.min }), broken: ['too_short', 'too_long'] },
    { text: t(($) => $.newPassword.letter), broken: ['no_letter'] },
    { text: t(($) => $.newPassword.digit), broken: ['no_digit'] },
  ]
  return (
    <div>
      <PasswordInput
        dir="ltr"
        autoComplete="new-password"
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ 'aria-label': t(($) => $.session.showPassword), tabIndex: 0 }}
        {...props}
        value={value}
        aria-describedby={id}
      />
      <ul id={id} className={styles['rules']} aria-label={t(($) => $.newPassword.rules)}>
        {rules.map(({ text, broken }) => {
          const met = !broken.some((fault) => faults.has(fault))
          return (
            <li key={text} data-met={met || undefined}>
              <span className={styles['mark']}>{met && <Icon name="check" size={12} />}</span>
              {text}
              {met && <span className="visually-hidden">{t(($) => $.newPassword.met)}</span>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
