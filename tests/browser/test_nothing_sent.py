"""No name that comes from others makes the browser ask another host, or becomes an element of the page."""

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from driving import PATIENCE, settle, wait_until_complete
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser
HOST = "other.example"
NAME = (
    f"![i](//{HOST}/i)[l](//{HOST}/l)<img src=//{HOST}/t>http://{HOST}/u www.{HOST}/w a@{HOST} :red[r] :material/home: "
    ":streamlit: $s$"
)
SHORT = f"![](//{HOST}/s)"
# A name that closes the code in which it stands.
CLOSING = f"x`![](//{HOST}/c)`"
ELEMENTS = f"""[
    ...document.querySelectorAll('[src*="{HOST}"], [href*="{HOST}"], [src*="streamlit_logo"]'),
    ...[...document.querySelectorAll('.katex annotation')].filter(one => one.textContent === 's')
].map(one => one.outerHTML.slice(0, 200))"""
OPEN = "document.querySelectorAll('[data-testid=stExpander] details:not([open]) summary').forEach(one => one.click())"
IMAGES = "[...document.querySelectorAll('[data-testid=stMain] img')].map(one => one.alt)"
CLASSES = "[...document.querySelectorAll('[class*=st-key-cp_], [class*=st-key-tm_]')].map(one => one.className)"


@pytest.fixture(scope="module")
def asked(browser: Browser, server: str) -> Iterator[tuple[Page, list[str]]]:
    """A tab of a browser without the policy, which would hide what is not text, and its requests to other hosts."""
    context = browser.new_context(reduced_motion="reduce", bypass_csp=True)
    context.set_default_timeout(PATIENCE)
    urls: list[str] = []
    here = urlsplit(server).netloc

    def note(url: str) -> None:
        if urlsplit(url).netloc not in ("", here):
            urls.append(url)

    context.on("request", lambda one: note(one.url))
    context.route(lambda url: urlsplit(url).netloc not in ("", here), lambda route: route.abort())
    yield context.new_page(), urls
    context.close()


@pytest.fixture
def watched(asked: tuple[Page, list[str]]) -> tuple[Page, list[str]]:
    """The tab of that browser, and the requests to other hosts since the test before."""
    asked[1].clear()
    return asked


def upload(page: Page, server: str, name: str, content: str) -> None:
    page.goto(f"{server}/your_data")
    file = {"name": name, "mimeType": "text/csv", "buffer": content.encode()}
    page.set_input_files("[data-testid=stFileUploaderDropzoneInput]", [file])
    expect(page.locator(".st-key-yd_data input")).to_have_value("Your file: " + name)
    wait_until_complete(page)


def table(name: str) -> str:
    name = name.replace('"', "'")
    header = ",".join(f'"{column} {name}"' for column in ("1", "2", "class"))
    rows = [f'{5 * (k % 3) + 0.1 * (k % 7):.1f},{k % 11},"{k % 3} {name}"' for k in range(60)]
    return "\n".join([header, *rows])


def look(page: Page, asked: list[str]) -> None:
    """Open what is closed, and look for elements and requests that the name made."""
    page.evaluate(OPEN)
    settle(page)
    assert page.evaluate(ELEMENTS) == []
    assert page.evaluate(IMAGES) == []
    assert asked == []


@pytest.mark.parametrize("name", [NAME, CLOSING], ids=["all", "closing"])
def test_an_upload_whose_names_are_markup(watched: tuple[Page, list[str]], server: str, name: str) -> None:
    page, asked = watched
    upload(page, server, f"{name.replace('/', '∕') if name == NAME else name}.csv", table(name))
    look(page, asked)
    page.get_by_role("link", name="Compare methods on this table").click()
    expect(page.get_by_role("heading", name="Compare", exact=True)).to_be_visible()
    wait_until_complete(page)
    look(page, asked)


@pytest.mark.parametrize("path", ["two_moons?tm_n=60", "compare_methods?cp_data=Two+moons&cp_methods=K-Means"])
def test_a_link_whose_parameters_are_markup(watched: tuple[Page, list[str]], server: str, path: str) -> None:
    page, asked = watched
    page.goto(f"{server}/{path}")
    wait_until_complete(page)
    keys = {one[7:] for names in page.evaluate(CLASSES) for one in names.split() if one.startswith("st-key-")}
    assert keys
    page.goto(f"{server}/{path.partition('?')[0]}?" + "&".join(f"{key}={quote(SHORT)}" for key in sorted(keys)))
    wait_until_complete(page)
    expect(page.get_by_test_id("stAlert").filter(has_text="Not used from the address").first).to_contain_text(SHORT)
    look(page, asked)


def test_what_slips_through_is_stopped_by_the_policy(visit: Callable[..., Page], tmp_path: Path) -> None:
    page = visit("learn")
    asked: list[str] = []
    page.on("requestfinished", lambda one: asked.append(one.url))
    stopped = page.evaluate(
        f"""() => new Promise(done => {{
            document.addEventListener('securitypolicyviolation', event => done(event.blockedURI));
            const image = document.createElement('img');
            image.src = 'http://{HOST}/image';
            document.body.append(image);
        }})"""
    )
    assert urlsplit(stopped).netloc == HOST
    assert not [url for url in asked if HOST in url]
