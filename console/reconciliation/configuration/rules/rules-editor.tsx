import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconRule } from '#contract/recon-rule-shapes.ts'
import type { ReconRules } from '#contract/recon-rules.ts'
import { limits } from '#contract/limits.ts'
import { AskBeforeLeaving } from '#console/kit/form/unsaved.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { ruleName } from '../../rule-words.ts'
import { DryRun } from './dry-run.tsx'
import { RuleForm } from './rule-form.tsx'
import { RuleLine } from './rule-line.tsx'
import { newRule } from './rule-values.ts'
import styles from './rules.module.css'

/** The rules in their order, as they are edited; what is edited is tried before it is saved. */
export function RulesEditor({ latest, hasAnswer }: { latest: ReconRules; hasAnswer: boolean }): ReactNode {
  const { t } = useTranslation()
  const isDenied = useDenied('reconConfiguration') !== null
  const [rules, setRules] = useState<readonly ReconRule[]>(latest.rules)
  const [edited, setEdited] = useState<{ rule: ReconRule; isNew: boolean } | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const isChanged = JSON.stringify(rules) !== JSON.stringify(latest.rules)
  const move = (key: string, to: number) => {
    const from = rules.findIndex(({ rule_key }) => rule_key === key)
    const rule = rules[from]
    if (!rule || to < 0 || to >= rules.length || to === from) return
    setRules(rules.toSpliced(from, 1).toSpliced(to, 0, rule))
    setSaid(t(($) => $.matchRules.movedTo, { rule: isolated(ruleName(key)), place: to + 1, places: rules.length }))
  }
  const put = (key: string, rule: ReconRule) => setRules(rules.map((one) => (one.rule_key === key ? rule : one)))
  return (
    <>
      <AskBeforeLeaving unsaved={isChanged} />
      <ol className={styles['rules']} aria-label={t(($) => $.matchRules.title)}>
        {rules.map((rule, place) => (
          <li
            key={rule.rule_key}
            data-card
            data-dragged={dragged === rule.rule_key || undefined}
            data-off={!rule.is_enabled || undefined}
            draggable={!isDenied}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              setDragged(rule.rule_key)
            }}
            onDragOver={(event) => {
              if (!dragged) return
              event.preventDefault()
              move(dragged, place)
            }}
            onDrop={(event) => event.preventDefault()}
            onDragEnd={() => setDragged(null)}
          >
            <RuleLine
              {...{ rule, place, isDenied }}
              places={rules.length}
              onMove={(by) => move(rule.rule_key, place + by)}
              onSwitch={(is_enabled) => put(rule.rule_key, { ...rule, is_enabled })}
              onEdit={() => setEdited({ rule, isNew: false })}
              onRemove={() => setRules(rules.filter((one) => one !== rule))}
            />
          </li>
        ))}
      </ol>
      <span role="status" className="visually-hidden">
        {said}
      </span>
      {!isDenied && (
        <div className={styles['foot']}>
          <Button
            variant="default"
            leftSection={<Icon name="plus" />}
            disabled={rules.length >= limits.reconRules}
            onClick={() => setEdited({ rule: newRule(rules), isNew: true })}
          >
            {t(($) => $.matchRules.add)}
          </Button>
          {isChanged && (
            <Button variant="default" onClick={() => setRules(latest.rules)}>
              {t(($) => $.matchRules.discard)}
            </Button>
          )}
        </div>
      )}
      {!isDenied && <DryRun {...{ latest, rules, isChanged, hasAnswer }} />}
      {edited && (
        <RuleForm
          {...edited}
          leg={latest.leg}
          taken={rules.filter((one) => one !== edited.rule).map(({ rule_key }) => rule_key)}
          onDone={(rule) => {
            if (edited.isNew) setRules([...rules, rule])
            else put(edited.rule.rule_key, rule)
            setEdited(null)
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}
