import { Button, Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { decideScreening } from '#contract/beneficiaries.ts'
import type { Beneficiary } from '#contract/beneficiary-shapes.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { LeftToRight, Time } from '#console/kit/details/values.tsx'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { RadioChoices } from '#console/kit/form/radio-choices.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { countryName } from '#console/kit/i18n/names.ts'
import { stateWord, useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import styles from './beneficiaries.module.css'
import { ofBeneficiaries } from './calls.ts'

/** How a beneficiary compares with the operator's lists, and the decision about a possible match. */
export function Screening({ of }: { of: Beneficiary }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const [isDeciding, setDeciding] = useState(false)
  const denied = useDenied('payoutCustodians')
  return (
    <Section
      title={t(($) => $.beneficiaries.screening)}
      end={
        of.screening_matches.length > 0 &&
        denied === null && (
          <Button variant="default" size="xs" onClick={() => setDeciding(true)}>
            {t(($) => $.beneficiaries.decide)}
          </Button>
        )
      }
    >
      <p>
        <Status of="screening" state={of.screening} />
      </p>
      <p className={styles['hint']}>{t(($) => $.beneficiaries.screeningTexts[of.screening])}</p>
      <Facts
        facts={[
          [t(($) => $.beneficiaries.compared), of.screened_at ? <Time key="at" at={of.screened_at} zoned /> : undefined],
          [t(($) => $.beneficiaries.decidedBy), of.screening_decided_by ? <bdi key="by">{of.screening_decided_by}</bdi> : undefined],
          [t(($) => $.beneficiaries.reason), of.screening_reason ? <bdi key="why">{of.screening_reason}</bdi> : undefined],
        ]}
      />
      <ul className={styles['matches']}>
        {of.screening_matches.map((match) => (
          <li key={`${match.list} ${match.entry_id}`}>
            <strong>
              <bdi>{match.name}</bdi>
            </strong>{' '}
            {t(($) => $.beneficiaries.alike, { percent: Math.round(match.score * 100) })}
            <div>
              <bdi>{match.list}</bdi> · <LeftToRight>{match.entry_id}</LeftToRight>
              {match.birth_date && <> · <LeftToRight>{match.birth_date}</LeftToRight></>}
              {match.countries.length > 0 && <> · {match.countries.map((one) => countryName(one.toUpperCase(), language)).join(', ')}</>}
            </div>
          </li>
        ))}
      </ul>
      {isDeciding && <Decide of={of} onClose={() => setDeciding(false)} />}
    </Section>
  )
} // prettier-ignore

function Decide({ of, onClose }: { of: Beneficiary; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const { form, ...callForm } = useCallForm(decideScreening, {
    initial: { decision: 'BLOCKED' as 'ALLOWED' | 'BLOCKED', reason: '' },
    path: { beneficiary: of.beneficiary_uuid },
    toBody: (values) => ({ ...values, environment: environmentOf(user) }),
    refreshes: ofBeneficiaries,
    onDone: onClose,
  })
  return (
    <FormDialogue
      title={t(($) => $.beneficiaries.decideTitle)}
      submit={t(($) => $.beneficiaries.decide)}
      onClose={onClose}
      {...callForm}
    >
      <RadioChoices
        label={wireWord('columns', 'screening')}
        choices={(['ALLOWED', 'BLOCKED'] as const).map((value) => ({
          value,
          label: stateWord('screening', value),
          description: t(($) => $.beneficiaries.screeningTexts[value]),
        }))}
        {...form.getInputProps('decision')}
      />
      <Textarea
        label={t(($) => $.beneficiaries.reason)}
        withAsterisk
        dir="auto"
        autosize
        maxLength={300}
        {...form.getInputProps('reason')}
      />
    </FormDialogue>
  )
}
