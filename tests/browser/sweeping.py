"""Pressing Tab through a page, and what a person without a mouse finds there."""

from dataclasses import dataclass

from playwright.sync_api import Page

_MOST_STEPS = 400

# Every control that is shown gets a number. What looks different in focus is looked at on the control, in it and up to
# five boxes around it, since many inputs are invisible and their box has the mark.
_PREPARE = """selector => {
    const still = document.createElement('style');
    still.textContent = '*, *::before, *::after { transition: none !important; animation: none !important }';
    document.head.append(still);
    const up = one => one.parentElement ?? one.getRootNode().host;
    const closest = (one, selector) => {
        while (one && !one.matches(selector)) one = up(one);
        return one;
    };
    const find = root => [...root.querySelectorAll('*')].flatMap(one => [
        ...(one.matches(selector) ? [one] : []), ...(one.shadowRoot ? find(one.shadowRoot) : [])]);
    const look = one => {
        const boxes = [one, ...one.querySelectorAll('*')];
        const group = closest(one, '[data-baseweb=select], [data-baseweb=input], label');
        if (group) boxes.push(...group.querySelectorAll('*'));
        for (let at = up(one), n = 0; at && n < 5; at = up(at), n++) boxes.push(at);
        return boxes.map(box => {
            const style = getComputedStyle(box);
            const drawn = style.outlineStyle === 'none' ? '' : style.outline;
            return [drawn, style.boxShadow, style.borderColor].join();
        }).join(';');
    };
    const shown = one => one.getClientRects().length && !one.disabled && !closest(one, '[inert], [aria-hidden=true]')
        && one.checkVisibility({visibilityProperty: true, contentVisibilityAuto: false});
    const describe = one => {
        const key = closest(one, '[class*=st-key-]')?.className.match(/st-key-(\\S+)/)?.[1] ?? '';
        const kind = closest(one, '[data-testid]')?.dataset.testid ?? '';
        const name = one.getAttribute('aria-label') || one.innerText || one.title || one.name || '';
        return [kind, key, one.tagName.toLowerCase(), one.getAttribute('role') ?? one.type ?? '',
            name.trim().replace(/\\s+/g, ' ').slice(0, 40)].join('|');
    };
    const all = find(document).filter(shown);
    const columns = [];
    window.sweep = {look, all, before: new Map(), controls: all.map((one, index) => {
        // The input of a slider is invisible and not where its track is.
        const box = (closest(one, '[data-testid=stSlider]') ?? one).getBoundingClientRect();
        const column = closest(one, '[data-testid=stColumn], [data-testid=stSidebar], [data-testid=stHeader], ' +
            '[data-testid=stMain]');
        if (!columns.includes(column)) columns.push(column);
        const group = one.matches('[role=radio], [type=radio]') && one.closest('[role=radiogroup]');
        const first = group ? [...group.querySelectorAll('[role=radio], [type=radio]')].find(shown) : one;
        return {what: describe(one), column: columns.indexOf(column), group: all.indexOf(first),
            top: box.top, bottom: box.bottom};
    })};
    for (const one of all) window.sweep.before.set(one, look(one));
    document.activeElement?.blur();
    return window.sweep.controls;
}"""
_IN_FOCUS = """() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    const {all, before, look} = window.sweep;
    if (!at || at === document.body) return null;
    return {index: all.indexOf(at), marked: !before.has(at) || before.get(at) !== look(at)};
}"""
_CONTROLS = (
    "a[href], button, input, select, textarea, summary, canvas[tabindex='0'], [role=slider], [role=button], "
    "[role=combobox], [role=radio], [role=tab], [contenteditable=true]"
)


@dataclass
class Control:
    """A control that is shown.

    Attributes
    ----------
    what : str
        Streamlit's name of its kind, its key, tag, role and label.
    column : int
        The number of the column, sidebar or header with it.
    group : int
        The first control of its group of which Tab reaches one only; its own number where there is none.
    top, bottom : float
    """

    what: str
    column: int
    group: int
    top: float
    bottom: float


@dataclass
class Sweep:
    """What Tab reaches.

    Attributes
    ----------
    controls : list of Control
    reached : list of int
        The controls in the order of Tab.
    unmarked : list of int
        Those which look the same in focus.
    nameless : list of str
        What can have the focus and has no accessible name.
    """

    controls: list[Control]
    reached: list[int]
    unmarked: list[int]
    nameless: list[str]

    @property
    def missed(self) -> list[str]:
        """The controls that Tab does not reach, neither them nor another of their group."""
        groups = {self.controls[index].group for index in self.reached}
        return [one.what for one in self.controls if one.group not in groups]

    @property
    def out_of_order(self) -> list[str]:
        """The controls that are wholly above the one before them in their column."""
        last: dict[int, Control] = {}
        found = []
        for index in self.reached:
            control = self.controls[index]
            before = last.get(control.column)
            if before is not None and control.bottom <= before.top:
                found.append(f"{control.what} after {before.what}")
            last[control.column] = control
        return found


def sweep(page: Page) -> Sweep:
    """Press Tab until the focus comes back to where it has been."""
    controls = [Control(**one) for one in page.evaluate(_PREPARE, _CONTROLS)]
    reached: list[int] = []
    unmarked = []
    for _ in range(_MOST_STEPS):
        page.keyboard.press("Tab")
        focus = page.evaluate(_IN_FOCUS)
        if focus is None or (len(reached) > 1 and focus["index"] == reached[0]):
            break
        # Tab goes through the cells of a table, which are one control.
        if focus["index"] >= 0 and focus["index"] not in reached:
            reached.append(focus["index"])
            if not focus["marked"]:
                unmarked.append(focus["index"])
    return Sweep(controls, reached, unmarked, _nameless(page))


def _nameless(page: Page) -> list[str]:
    client = page.context.new_cdp_session(page)
    nodes = client.send("Accessibility.getFullAXTree")["nodes"]
    found = []
    for node in nodes:
        focusable = any(one["name"] == "focusable" and one["value"].get("value") for one in node.get("properties", []))
        role, name = (node.get(part, {}).get("value") or "" for part in ("role", "name"))
        if focusable and not node["ignored"] and not name.strip() and role not in ("RootWebArea", "generic"):
            dom = client.send("DOM.describeNode", {"backendNodeId": node["backendDOMNodeId"]})["node"]
            words = dom.get("attributes", [])
            attributes = dict(zip(words[::2], words[1::2], strict=True))
            if attributes.get("tabindex") != "-1":
                found.append(f"{role} {attributes.get('data-testid', attributes)}")
    client.detach()
    return found
