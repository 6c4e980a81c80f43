import { ActionIcon, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { version } from '../../../package.json'
import { Icon } from '#console/kit/ui/icons.tsx'
import { showOverlay } from './overlay.ts'
import { useGo } from '#console/kit/routing/screen-link.tsx'
import styles from './top-bar.module.css'

/** The menu with support, the keyboard shortcuts and the version of this console. */
export function HelpMenu({ inDialog = false }: { inDialog?: boolean }): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  return (
    <Menu position="bottom-end" withinPortal={!inDialog}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t(($) => $.shell.help)}>
          <Icon name="help" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void go({ to: 'support' })}>{t(($) => $.screens.support)}</Menu.Item>
        <Menu.Item onClick={() => showOverlay('shortcuts')}>{t(($) => $.shell.shortcuts)}</Menu.Item>
        <Menu.Divider />
        <div className={styles['version']}>
          <bdi dir="ltr">Countinghouse {version}</bdi>
        </div>
      </Menu.Dropdown>
    </Menu>
  )
}
