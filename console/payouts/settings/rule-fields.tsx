import { ActionIcon, Button, MultiSelect, NativeSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { rolesFor } from '#contract/grants.ts'
import { limits } from '#contract/limits.ts'
import { ruleSubjects } from '#contract/payout-rule-shapes.ts'
import { AmountInput } from '#console/kit/form/amount-input.tsx'
import { CurrencySelect } from '#console/kit/form/choice-inputs.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { emptyLevel, type Answer, type RulesValues } from './rule-values.ts'
import styles from './settings.module.css'

interface FieldsProps {
  form: UseFormReturnType<RulesValues>
  at: number
  people: Answer['people']
}
/** One rule: from which amount on, and the levels of people that let it go. */
export function RuleFields({ form, at, people }: FieldsProps): ReactNode {
  const { t } = useTranslation()
  const rule = form.values.rules[at]
  if (!rule) return null
  const path = `rules.${at}` as const
  return (
    <fieldset className={styles['rule']}>
      <legend>
        {t(($) => $.payoutRules.rule, { number: at + 1 })}{' '}
        <ActionIcon
          variant="subtle"
          aria-label={t(($) => $.payoutRules.removeRule, { number: at + 1 })}
          onClick={() => form.removeListItem('rules', at)}
        >
          <Icon name="close" />
        </ActionIcon>
      </legend>
      <div className={styles['row']}>
        <NativeSelect
          label={t(($) => $.payoutRules.on)}
          data={ruleSubjects.map((value) => ({ value, label: t(($) => $.payoutRules.subjects[value]) }))}
          {...form.getInputProps(`${path}.on`)}
        />
        <CurrencySelect label={t(($) => $.columns.currency)} {...form.getInputProps(`${path}.currency`)} />
        <AmountInput
          label={t(($) => $.payoutRules.fromAmount)}
          currency={rule.currency}
          {...form.getInputProps(`${path}.from_amount`)}
        />
      </div>
      {rule.levels.map((_, level) => (
        <LevelFields key={level} form={form} at={at} level={level} people={people} />
      ))}
      <Button
        size="xs"
        variant="default"
        disabled={rule.levels.length >= limits.payoutLevels}
        onClick={() => form.insertListItem(`${path}.levels`, emptyLevel())}
      >
        {t(($) => $.payoutRules.addLevel)}
      </Button>
    </fieldset>
  )
}

function LevelFields({ form, at, level, people }: FieldsProps & { level: number }): ReactNode {
  const { t } = useTranslation()
  const rule = form.values.rules[at]
  const path = `rules.${at}.levels.${level}` as const
  const number = level + 1
  return (
    <div className={styles['row']} role="group" aria-label={t(($) => $.payoutRules.level, { number })}>
      <NativeSelect
        label={t(($) => $.payoutRules.need, { number })}
        data={Array.from({ length: limits.payoutApprovers }, (__, index) => String(index + 1))}
        {...form.getInputProps(`${path}.need`)}
      />
      <NativeSelect
        label={t(($) => $.payoutRules.of)}
        data={(['roles', 'users'] as const).map((value) => ({ value, label: t(($) => $.payoutRules.kinds[value]) }))}
        {...form.getInputProps(`${path}.of`)}
      />
      {rule?.levels[level]?.of === 'users' ? (
        <MultiSelect
          label={t(($) => $.payoutRules.kinds.users)}
          data={people
            .filter(({ rights }) => rights.includes('approve'))
            .map(({ sub_user_id: value, name: label }) => ({ value, label }))}
          searchable
          {...form.getInputProps(`${path}.users`)}
        />
      ) : (
        <MultiSelect
          label={t(($) => $.payoutRules.kinds.roles)}
          data={rolesFor('payoutApprovers').map((value) => ({ value, label: wireWord('roles', value) }))}
          {...form.getInputProps(`${path}.roles`)}
        />
      )}
      {(rule?.levels.length ?? 0) > 1 && (
        <ActionIcon
          variant="subtle"
          aria-label={t(($) => $.payoutRules.removeLevel, { number })}
          onClick={() => form.removeListItem(`rules.${at}.levels`, level)}
        >
          <Icon name="close" />
        </ActionIcon>
      )}
    </div>
  )
}
