import { ActionIcon, Menu } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SubMerchant } from '#contract/sub-merchants.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { useGo } from '#console/kit/routing/screen-link.tsx'
import { ActDialogue, actsFor, type Act } from './acts.tsx'

/** The menu of acts at the end of a merchant's row. */
export function RowMenu({ merchant }: { merchant: SubMerchant }): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const [act, setAct] = useState<Act | null>(null)
  const active = merchant.status === 'ACTIVE'
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t(($) => $.list.actsFor, { name: merchant.name })}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {active && (
            <Menu.Item onClick={() => void go({ to: 'payments', search: {}, acting: merchant.key })}>
              {t(($) => $.masters.actFor)}
            </Menu.Item>
          )}
          {merchant.kyc_status !== 'PENDING' && (
            <Menu.Item onClick={() => void go({ to: 'reviewKyc', search: { sub: merchant.key } })}>
              {t(($) => $.masters.openKyc)}
            </Menu.Item>
          )}
          {actsFor(merchant).map((one) => (
            <Menu.Item key={one} {...(one === 'remove' ? { color: 'red' } : {})} onClick={() => setAct(one)}>
              {t(($) => $.masters.acts[one].title)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {act && <ActDialogue act={act} merchant={merchant} onClose={() => setAct(null)} />}
    </>
  )
}
