import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '#console/kit/details/detail.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { stepsOf } from './step.ts'
import styles from './onboarding.module.css'
import type { OnboardingCase } from './use-onboarding.ts'

/** The way to an account that takes payments, with the step that is next. */
export function Steps({ found }: { found: OnboardingCase }): ReactNode {
  const { t } = useTranslation()
  const name = isolated(found.channel_name)
  const { steps, at } = stepsOf(found)
  return (
    <Section title={t(($) => $.onboarding.stepsTitle)}>
      <ol className={styles['steps']}>
        {steps.map((step, index) => {
          const done = index < at
          return (
            <li key={step} data-done={done || undefined} {...(index === at ? { 'aria-current': 'step' } : {})}>
              <span className={styles['number']} aria-hidden="true">
                {done ? <Icon name="check" size={14} /> : null}
              </span>
              <span>
                {t(($) => $.onboarding.steps[step], { name })}
                {done && <span className="visually-hidden"> ({t(($) => $.onboarding.stepDone)})</span>}
              </span>
            </li>
          )
        })}
      </ol>
    </Section>
  )
}
