import '@mantine/core/styles.css'
import { MantineProvider, Table, Title } from '@mantine/core'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'

/** The least that a list screen of this kind can be: a router, a query and a table of 50 rows with 10 columns. */
function List() {
  const { data } = useQuery({
    queryKey: ['rows'],
    queryFn: async () => (await (await fetch('/rows')).json()) as string[][],
  })
  return (
    <>
      <Title order={2}>Payments</Title>
      <Table>
        <Table.Tbody>
          {data?.map((row) => (
            <Table.Tr key={row[0]}>
              {row.map((cell, column) => (
                <Table.Td key={column}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}

const rootRoute = createRootRoute()
const listRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: List })
const router = createRouter({ routeTree: rootRoute.addChildren([listRoute]) })
const client = new QueryClient()

const root = document.querySelector('#root')
if (!root) throw new Error('the page has no root')
createRoot(root).render(
  <MantineProvider>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>,
)
