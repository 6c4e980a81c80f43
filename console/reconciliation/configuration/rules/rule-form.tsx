import { Button, Checkbox, Modal, MultiSelect, NativeSelect, TextInput } from '@mantine/core'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DecimalInput } from '#console/kit/form/decimal-input.tsx'
import type { ReconLeg } from '#contract/recon-outcomes.ts'
import { matchedTypes } from '#contract/recon-outcomes.ts'
import { ruleGroups, ruleReferences, type ReconRule } from '#contract/recon-rule-shapes.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import { referenceWord, ruleSentence } from '../../rule-words.ts'
import { byDays, byReference, errorsOf, kindsOf, ruleOf, valuesOf } from './rule-values.ts'
import styles from './rules.module.css'

interface RuleFormProps {
  rule: ReconRule
  isNew: boolean
  leg: ReconLeg
  /** The keys of the other rules. */
  taken: readonly string[]
  onDone: (rule: ReconRule) => void
  onClose: () => void
}
/** What a rule joins by, and of which records. Nothing is saved yet: the list is tried and saved as a whole. */
export function RuleForm({ rule, isNew, leg, taken, onDone, onClose }: RuleFormProps): ReactNode {
  const { t } = useTranslation()
  useReturnFocus()
  const form = useForm({ initialValues: valuesOf(rule), validate: (values) => errorsOf(values, taken) })
  const { kind } = form.values
  const references = ruleReferences.map((value) => ({ value, label: referenceWord(value) }))
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t(($) => (isNew ? $.matchRules.add : $.matchRules.editTitle))}
      closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}
    >
      <form noValidate className={dialogue['body']} onSubmit={form.onSubmit((values) => onDone(ruleOf(values, rule.is_enabled)))}>
        <p>{ruleSentence(ruleOf(form.values, true))}</p>
        <div className={styles['fields']}>
          {isNew && <TextInput label={t(($) => $.matchRules.key)} description={t(($) => $.matchRules.keyHint)} dir="ltr" {...form.getInputProps('rule_key')} />}
          {isNew && <NativeSelect label={t(($) => $.matchRules.kind)} data={kindsOf(leg).map((value) => ({ value, label: t(($) => $.matchRules.kinds[value]) }))} {...form.getInputProps('kind')} />}
          {byReference.includes(kind) && (
            <>
              <NativeSelect label={t(($) => $.matchRules.ours)} data={references} {...form.getInputProps('ref_a')} />
              <NativeSelect label={t(($) => $.matchRules.theirs)} data={references} {...form.getInputProps('ref_b')} />
              <Checkbox label={t(($) => $.matchRules.loose)} description={t(($) => $.matchRules.loosely)} {...form.getInputProps('is_loose', { type: 'checkbox' })} />
            </>
          )}
          {kind === 'groups' && (
            <MultiSelect label={t(($) => $.matchRules.groupBy)} data={ruleGroups.map((value) => ({ value, label: t(($) => $.matchRules.groups[value]) }))} {...form.getInputProps('group_by')} />
          )}
          {byDays.includes(kind) && <TextInput label={t(($) => $.matchRules.days)} inputMode="numeric" dir="ltr" {...form.getInputProps('days')} />}
        </div>
        <h3 className={styles['part']}>{t(($) => $.matchRules.onlyTitle)}</h3>
        <div className={styles['fields']}>
          <MultiSelect label={wireWord('columns', 'record_type')} data={matchedTypes.map((value) => ({ value, label: wireWord('recordTypes', value) }))} {...form.getInputProps('types')} />
          <TextInput label={t(($) => $.matchRules.methods)} description={t(($) => $.matchRules.commas)} dir="auto" {...form.getInputProps('methods')} />
          <TextInput label={t(($) => $.matchRules.accounts)} description={t(($) => $.matchRules.commas)} dir="auto" {...form.getInputProps('accounts')} />
          <DecimalInput label={t(($) => $.matchRules.from)} {...form.getInputProps('amount_from')} />
          <DecimalInput label={t(($) => $.matchRules.to)} {...form.getInputProps('amount_to')} />
        </div>
        <div className={dialogue['buttons']}>
          <Button variant="default" onClick={onClose}>
            {t(($) => $.confirm.cancel)}
          </Button>
          <Button type="submit">{t(($) => $.matchRules.take)}</Button>
        </div>
      </form>
    </Modal>
  )
} // prettier-ignore
