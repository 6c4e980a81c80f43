import { ActionIcon, Menu } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteRoute, makeRouteDefault } from '#contract/routing.ts'
import type { RoutingRule } from '#contract/routing-shapes.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { toastFailure } from '#console/kit/ui/toast.ts'
import { ofRules } from './use-rules.ts'

interface RuleMenuProps {
  rule: RoutingRule
  /** After the rule is deleted. */
  onDeleted?: () => void
}

/** The rarer acts on a rule. The default rule cannot be deleted. */
export function RuleMenu({ rule, onDeleted }: RuleMenuProps): ReactNode {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<'default' | 'delete' | null>(null)
  const makeDefault = useAction(makeRouteDefault, { refreshes: ofRules })
  const remove = useAction(deleteRoute, { refreshes: ofRules })
  const { routing_ref, revision, is_default: isDefault } = rule
  const input = { path: { routing_ref }, body: { revision } }
  const name = isolated(rule.name)
  const confirm = async () => {
    const outcome = asking === 'default' ? await makeDefault.act(input) : await remove.act(input)
    setAsking(null)
    if (!outcome.ok) return toastFailure(failureText(outcome.error), outcome.error.requestId)
    if (asking === 'delete') onDeleted?.()
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={28} aria-label={t(($) => $.routing.more, { name })}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={isDefault} onClick={() => setAsking('default')}>
            {t(($) => $.routing.makeDefault)}
          </Menu.Item>
          <Menu.Item disabled={isDefault} onClick={() => setAsking('delete')}>
            {t(($) => $.routing.delete)}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking && (
        <Confirm
          title={t(($) => (asking === 'default' ? $.routing.defaultTitle : $.routing.deleteTitle), { name })}
          confirm={t(($) => (asking === 'default' ? $.routing.makeDefault : $.routing.delete))}
          danger={asking === 'delete'}
          pending={makeDefault.pending || remove.pending}
          onConfirm={() => void confirm()}
          onClose={() => setAsking(null)}
        >
          <p>{t(($) => (asking === 'default' ? $.routing.defaultText : $.routing.deleteText))}</p>
        </Confirm>
      )}
    </>
  )
}
