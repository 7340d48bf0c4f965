/** Whether a route, by its id, is of the back office or the till; the shop's own pages do without their table. */
export const isStaffRoute = (id: string) => /^(routes\/(admin|till)\/|till$)/.test(id)

/**
 * Whether the table of routes on the shop's own pages leaves a route out: the staff's, and what few open: the page
 * of one's account, the file of one's data, the page of one order and its invoice, the form of
 * reviews. Links to these are whole documents (`leadingTo` in web/toasts.ts).
 */
export const isOutsideShopTable = (id: string) =>
  isStaffRoute(id) ||
  /^routes\/shop\/(accounts\/(account|data-file)$|orders\/(order|invoice)$|reviews\/)/.test(id)
