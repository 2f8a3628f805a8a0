"""Uploads on the page Your data."""


def upload(app, name: str, content: bytes):
    app.file_uploader(key="yd_uploader").upload(name, content)
    return app.run()


def shown_report(app) -> str:
    return "\n".join(markdown.value for markdown in app.markdown)
