import { Button, Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconRule } from '#contract/recon-rule-shapes.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { ActsMenu } from '#console/kit/ui/acts-menu.tsx'
import { MoveButtons } from '#console/kit/ui/move-buttons.tsx'
import { onlyWords, ruleName, ruleSentence } from '../../rule-words.ts'
import styles from './rules.module.css'

interface RuleLineProps {
  rule: ReconRule
  place: number
  places: number
  isDenied: boolean
  onMove: (by: -1 | 1) => void
  onSwitch: (isOn: boolean) => void
  onEdit: () => void
  onRemove: () => void
}
/** A rule in words, its place, and what can be done with it. */
export function RuleLine({ rule, place, places, isDenied, onMove, onSwitch, onEdit, onRemove }: RuleLineProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const named = { rule: isolated(ruleName(rule.rule_key)) }
  const only = onlyWords(rule, language)
  return (
    <>
      <span className={styles['place']} aria-hidden="true">
        {numberText(place + 1, language)}
      </span>
      <div className={styles['what']}>
        <h3>
          <bdi>{ruleName(rule.rule_key)}</bdi>
          {(rule.kind === 'near' || rule.kind === 'sums') && <small>{t(($) => $.matchRules.onlySuggests)}</small>}
        </h3>
        <p>{ruleSentence(rule)}</p>
        {only && <p>{only}</p>}
      </div>
      <div className={styles['acts']}>
        {!isDenied && (
          <MoveButtons
            up={t(($) => $.matchRules.moveUp, named)}
            down={t(($) => $.matchRules.moveDown, named)}
            isFirst={place === 0}
            isLast={place === places - 1}
            onMove={onMove}
          />
        )}
        <Switch
          aria-label={t(($) => $.matchRules.isOn, named)}
          checked={rule.is_enabled}
          disabled={isDenied}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
        />
        {!isDenied && (
          <>
            <Button size="xs" variant="default" aria-label={t(($) => $.matchRules.editOf, named)} onClick={onEdit}>
              {t(($) => $.reconConfiguration.edit)}
            </Button>
            <ActsMenu
              name={named.rule}
              acts={[{ id: 'remove', title: t(($) => $.reconConfiguration.remove), icon: 'close', run: onRemove }]}
            />
          </>
        )}
      </div>
    </>
  )
} // prettier-ignore
